# Where what is installed goes, below the prefix: bin/, lib/ranvier and share/ranvier, with the Python module in the last.
# A wheel has the same folders in the package ranvier; the module and the packages are beside it, where Python looks.
include(GNUInstallDirs)
if(RANVIER_WHEEL)
  set(RANVIER_BIN ranvier/bin)
  set(RANVIER_LIB ranvier/lib/ranvier)
  set(RANVIER_SHARE ranvier/share/ranvier)
  set(RANVIER_PYTHON_FOLDER_INSTALLED .)
else()
  set(RANVIER_BIN ${CMAKE_INSTALL_BINDIR})
  set(RANVIER_LIB lib/ranvier)
  set(RANVIER_SHARE ${CMAKE_INSTALL_DATADIR}/ranvier)
  set(RANVIER_PYTHON_FOLDER_INSTALLED ${RANVIER_SHARE}/python)
endif()
