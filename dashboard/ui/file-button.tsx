import { useRef } from "react";

import { Button, type ButtonProps } from "./button.tsx";

export interface FileButtonProps extends Omit<ButtonProps, "onPress"> {
  /** Media types such as `image/*`. Without them, files of every kind can be chosen. */
  readonly mediaTypes?: readonly string[];
  readonly allowsMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Button that opens the file dialog of the browser. React Aria's trigger needs its text fields, 9 kB. */
export function FileButton({
  mediaTypes,
  allowsMultiple = false,
  onFiles,
  ...props
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...props} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={mediaTypes?.join()}
        multiple={allowsMultiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}
