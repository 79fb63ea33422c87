# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 131480da692c8612ebb8ac2ae085f573f5516874bd90ef93add3f28db98ea4c3
# content: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
