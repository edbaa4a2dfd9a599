# Installs verbatim::fp into a folder of its own, builds a consumer that finds it there, runs it.
#   cmake -DSOURCE=… -DWORK=… -DCXX=… -P install_and_use.cmake
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGV}\n${said}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run(${CMAKE_COMMAND} -G Ninja -S "${SOURCE}" -B "${WORK}/build" -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Debug
    -DVERBATIM_BUILD_HARNESS=OFF -DVERBATIM_BUILD_TESTS=OFF "-DCMAKE_INSTALL_PREFIX=${WORK}/prefix")
run(${CMAKE_COMMAND} --build "${WORK}/build" --target install -j 1)
run(${CMAKE_COMMAND} -G Ninja -S "${SOURCE}/tests/package/fp_consumer" -B "${WORK}/consumer"
    -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
run(${CMAKE_COMMAND} --build "${WORK}/consumer")
execute_process(COMMAND "${WORK}/consumer/fp_consumer" RESULT_VARIABLE code OUTPUT_VARIABLE said)
set(expected "0x2e66 0.0999755859375 inexact\n3c00 0001 7c00\n")
if(NOT code EQUAL 0 OR NOT said STREQUAL expected)
  message(FATAL_ERROR "the consumer exits ${code} and prints\n${said}instead of\n${expected}")
endif()
file(REMOVE_RECURSE "${WORK}")
