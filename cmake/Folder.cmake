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
# Tests have GoogleTest in theirs, which is a third of the time of compiling a small one.
add_library(vernier_test_pch OBJECT ${CMAKE_BINARY_DIR}/llvm-pch-anchor.cpp)
target_link_libraries(vernier_test_pch PRIVATE vernier_options GTest::gtest)
target_precompile_headers(vernier_test_pch PRIVATE ${LLVM_PCH_HEADERS} <gtest/gtest.h>)
# What takes time in tests is in the libraries; the tests themselves are compiled as quickly as possible.
target_compile_options(vernier_test_pch PRIVATE -O0)

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
  set_target_properties(vernier_${Name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 4)
  target_link_libraries(vernier_${Name} PUBLIC vernier_options ${ARG_LIBRARIES})
  foreach(Other ${ARG_MAY_INCLUDE})
    target_link_libraries(vernier_${Name} PUBLIC vernier_${Other})
  endforeach()
  if(ARG_LLVM)
    target_link_libraries(vernier_${Name} PUBLIC LLVM)
    target_precompile_headers(vernier_${Name} REUSE_FROM vernier_llvm_pch)
  endif()
endfunction()

# vernier_test(NAME SOURCES ... USES folders... [LLVM]): one GoogleTest executable, each of its tests one ctest entry.
function(vernier_test Name)
  cmake_parse_arguments(ARG "LLVM" "TIMEOUT" "SOURCES;USES;LIBRARIES" ${ARGN})
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
  include(GoogleTest)
  gtest_discover_tests(${Name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT ${ARG_TIMEOUT})
endfunction()
