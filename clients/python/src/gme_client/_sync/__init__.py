# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 88466ecd0a09305f0d1e9220e4fde3f0de45c3d52b007108fe246d83e1e4103c
# content: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
