# bin/ranvier with the names people type, and share/ranvier with what it reads when it runs: the headers that compiled
# .mod files include, the hoc files of the standard run, the drawing scripts. Their paths are those of the source tree.
set(share ${RANVIER_SHARE})

install(TARGETS ranvier RUNTIME DESTINATION ${RANVIER_BIN})
if(NOT RANVIER_WHEEL)  # which cannot hold links; its commands are those of python/ranvier/program.py
  foreach(name nrniv nrnivmodl)
    install(CODE "file(CREATE_LINK ranvier \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${RANVIER_BIN}/${name}\" SYMBOLIC)")
  endforeach()
  set(prefix "\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}")
  install(CODE "
    execute_process(COMMAND ${prefix}/${RANVIER_BIN}/ranvier manual --to ${prefix}/share/man/man1 COMMAND_ERROR_IS_FATAL ANY)
    foreach(shell bash:share/bash-completion/completions/ranvier zsh:share/zsh/site-functions/_ranvier
                  fish:share/fish/vendor_completions.d/ranvier.fish)
      string(REPLACE \":\" \";\" parts \${shell})
      list(GET parts 0 name)
      list(GET parts 1 path)
      get_filename_component(folder ${prefix}/\${path} DIRECTORY)
      file(MAKE_DIRECTORY \${folder})
      execute_process(COMMAND ${prefix}/${RANVIER_BIN}/ranvier completion \${name} OUTPUT_FILE ${prefix}/\${path}
                      COMMAND_ERROR_IS_FATAL ANY)
    endforeach()")
endif()
install(DIRECTORY mechanisms/runtime DESTINATION ${share}/mechanisms FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(DIRECTORY mechanisms/builtin DESTINATION ${share}/mechanisms FILES_MATCHING PATTERN "*.mod" PATTERN "*.inc")
install(DIRECTORY hoc_like/library/hoc DESTINATION ${share}/hoc_like/library FILES_MATCHING PATTERN "*.hoc")
install(DIRECTORY hoc_like/program/plot DESTINATION ${share}/hoc_like/program FILES_MATCHING PATTERN "*.py")
install(DIRECTORY models DESTINATION ${share})
