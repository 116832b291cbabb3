#!/bin/sh
# The kernels as WebAssembly, gzipped and as text: web/src/wasm/kernels.json. Needs Debian's `emscripten`.
set -e
cd "$(dirname "$0")/../.."
out=build/wasm
mkdir -p $out
flags="-std=c++17 -O3 -msimd128 -DTOKENFLOCK_ISA=portable -fno-exceptions -fno-rtti -fno-math-errno -fno-trapping-math -ffp-contract=off -fvisibility=hidden"
em++ $flags --no-entry -s STANDALONE_WASM=1 -s ALLOW_MEMORY_GROWTH=1 -s MAXIMUM_MEMORY=1GB \
  web/native/door.cpp native/memory.cpp -o $out/kernels.wasm
node web/native/pack.mjs $out/kernels.wasm
