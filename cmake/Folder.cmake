# One folder of src/ is one target. Its sources are listed, not globbed; MAY_INCLUDE is the allow-list of the folders whose
# headers it may include, and tests/structure checks it in both directions (nothing else is included, nothing is listed in vain).

# Warnings that hold for all of our own code.
add_library(vernier_options INTERFACE)
# The standard library of GCC 12 uses in stable_sort what it deprecates, and a precompiled header hides that this is its own code.
target_compile_options(vernier_options INTERFACE -Wall -Wextra -Wswitch-enum -Werror -Wno-deprecated-declarations
                                                 -fno-omit-frame-pointer)
target_include_directories(vernier_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_include_directories(vernier_options SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(vernier_options INTERFACE ${LLVM_DEFINITIONS})

# The precompiled header that every target with LLVM in its headers shares.
file(WRITE ${CMAKE_BINARY_DIR}/llvm-pch-anchor.cpp.new "// The precompiled LLVM headers need one translation unit.\n")
file(COPY_FILE ${CMAKE_BINARY_DIR}/llvm-pch-anchor.cpp.new ${CMAKE_BINARY_DIR}/llvm-pch-anchor.cpp ONLY_IF_DIFFERENT)
set(LLVM_PCH_HEADERS
  <algorithm> <cstdint> <functional> <map> <memory> <optional> <set> <string> <unordered_map> <unordered_set> <utility>
  <variant> <vector>
  <llvm/ADT/DenseMap.h> <llvm/ADT/DenseSet.h> <llvm/ADT/SmallVector.h> <llvm/ADT/StringRef.h> <llvm/IR/CFG.h>
  <llvm/IR/Constants.h> <llvm/IR/DebugInfoMetadata.h> <llvm/IR/Function.h> <llvm/IR/InstIterator.h>
  <llvm/IR/Instructions.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/LLVMContext.h> <llvm/IR/Module.h>
  <llvm/Support/JSON.h> <llvm/Support/Path.h> <llvm/Support/raw_ostream.h>)
add_library(vernier_llvm_pch OBJECT ${CMAKE_BINARY_DIR}/llvm-pch-anchor.cpp)
target_link_libraries(vernier_llvm_pch PRIVATE vernier_options)
target_precompile_headers(vernier_llvm_pch PRIVATE ${LLVM_PCH_HEADERS})
if(VERNIER_TESTS)
  # Tests have GoogleTest in theirs, which is a third of the time of compiling a small one.
  add_library(vernier_test_pch OBJECT ${CMAKE_BINARY_DIR}/llvm-pch-anchor.cpp)
  target_link_libraries(vernier_test_pch PRIVATE vernier_options GTest::gtest)
  target_precompile_headers(vernier_test_pch PRIVATE ${LLVM_PCH_HEADERS} <gtest/gtest.h>)
  # What takes time in tests is in the libraries; the tests themselves are compiled as quickly as possible.
  target_compile_options(vernier_test_pch PRIVATE -O0)
endif()

option(VERNIER_UNITY "compile several files of a folder at a time" ON)

# vernier_folder(NAME [SOURCES ...] MAY_INCLUDE folders... [LLVM] [LIBRARIES ...]); without sources it is headers only.
function(vernier_folder Name)
  cmake_parse_arguments(ARG "LLVM" "" "SOURCES;MAY_INCLUDE;LIBRARIES" ${ARGN})
  if(NOT ARG_SOURCES)
    add_library(vernier_${Name} INTERFACE)
    target_link_libraries(vernier_${Name} INTERFACE vernier_options ${ARG_LIBRARIES})
    foreach(Other ${ARG_MAY_INCLUDE})
      target_link_libraries(vernier_${Name} INTERFACE vernier_${Other})
    endforeach()
    return()
  endif()
  add_library(vernier_${Name} STATIC ${ARG_SOURCES})
  # Most of the time of compiling a file goes into headers: several at a time take less.
  set_target_properties(vernier_${Name} PROPERTIES UNITY_BUILD ${VERNIER_UNITY} UNITY_BUILD_BATCH_SIZE 4)
  target_link_libraries(vernier_${Name} PUBLIC vernier_options ${ARG_LIBRARIES})
  foreach(Other ${ARG_MAY_INCLUDE})
    target_link_libraries(vernier_${Name} PUBLIC vernier_${Other})
  endforeach()
  if(ARG_LLVM)
    target_link_libraries(vernier_${Name} PUBLIC LLVM)
    target_precompile_headers(vernier_${Name} REUSE_FROM vernier_llvm_pch)
  endif()
endfunction()

function(vernier_add_entry Name Target Shard Shards Filter Timeout Quick)
  add_test(NAME ${Name} COMMAND ${Target} --gtest_brief=1 --gtest_filter=${Filter})
  set_tests_properties(${Name} PROPERTIES TIMEOUT ${Timeout}
                       ENVIRONMENT "GTEST_TOTAL_SHARDS=${Shards};GTEST_SHARD_INDEX=${Shard}")
  if(Quick)
    set_tests_properties(${Name} PROPERTIES LABELS quick)
  endif()
endfunction()

function(vernier_add_together Target Shards Alone Timeout Quick)
  set(Filter "*")
  if(Alone)
    vernier_add_entry(${Target}.alone ${Target} 0 1 "${Alone}" ${Timeout} ${Quick})
    set(Filter "-${Alone}")
  endif()
  if(NOT Shards)
    vernier_add_entry(${Target} ${Target} 0 1 "${Filter}" ${Timeout} ${Quick})
    return()
  endif()
  math(EXPR Last "${Shards} - 1")
  foreach(Shard RANGE ${Last})
    vernier_add_entry(${Target}.${Shard} ${Target} ${Shard} ${Shards} "${Filter}" ${Timeout} ${Quick})
  endforeach()
endfunction()

# vernier_test(NAME SOURCES ... USES folders... [LLVM] [TOGETHER] [QUICK]): one GoogleTest executable. Each of its tests is
# one ctest entry, or with TOGETHER all of them are one, in one process: loading LLVM and Z3 takes longer than most tests.
# QUICK: together, and what a developer runs before each commit (./test quick). SHARDS: in so many processes. ALONE: a
# pattern of tests that need a process without the others.
function(vernier_test Name)
  cmake_parse_arguments(ARG "LLVM;TOGETHER;QUICK" "TIMEOUT;SHARDS;ALONE" "SOURCES;USES;LIBRARIES" ${ARGN})
  add_executable(${Name} ${ARG_SOURCES})
  target_link_libraries(${Name} PRIVATE vernier_options ${ARG_LIBRARIES} GTest::gtest GTest::gtest_main Threads::Threads)
  foreach(Other ${ARG_USES})
    target_link_libraries(${Name} PRIVATE vernier_${Other})
  endforeach()
  if(ARG_LLVM)
    target_link_libraries(${Name} PRIVATE LLVM)
    target_precompile_headers(${Name} REUSE_FROM vernier_test_pch)
    target_compile_options(${Name} PRIVATE -O0)
  endif()
  target_compile_definitions(${Name} PRIVATE VERNIER_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             VERNIER_BINARY_DIR="${CMAKE_BINARY_DIR}")
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(ARG_TOGETHER OR ARG_QUICK)
    vernier_add_together(${Name} "${ARG_SHARDS}" "${ARG_ALONE}" ${ARG_TIMEOUT} ${ARG_QUICK})
    return()
  endif()
  include(GoogleTest)
  gtest_discover_tests(${Name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES PROPERTIES TIMEOUT ${ARG_TIMEOUT})
endfunction()
