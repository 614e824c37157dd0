# bin/ranvier with the names people type, and share/ranvier with what it reads when it runs: the headers that compiled
# .mod files include, the hoc files of the standard run, the drawing scripts. Their paths are those of the source tree.
include(GNUInstallDirs)
set(share ${CMAKE_INSTALL_DATADIR}/ranvier)

install(TARGETS ranvier RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(name nrniv nrnivmodl)
  install(CODE "file(CREATE_LINK ranvier \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/${name}\" SYMBOLIC)")
endforeach()
install(DIRECTORY mechanisms/runtime DESTINATION ${share}/mechanisms FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(DIRECTORY hoc_like/library/hoc DESTINATION ${share}/hoc_like/library FILES_MATCHING PATTERN "*.hoc")
install(DIRECTORY hoc_like/program/plot DESTINATION ${share}/hoc_like/program FILES_MATCHING PATTERN "*.py")
install(DIRECTORY models DESTINATION ${share})
