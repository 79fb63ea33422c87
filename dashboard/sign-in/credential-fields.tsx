import { TextField } from "#ui/text-field.tsx";
import { useWords } from "#words/words.ts";

export function EmailField() {
  const { signIn } = useWords();
  return (
    <TextField label={signIn.email} name="email" type="email" autoComplete="username" isRequired />
  );
}

/** Password of an account that exists. */
export function PasswordField() {
  const { signIn } = useWords();
  return (
    <TextField
      label={signIn.password}
      name="password"
      type="password"
      autoComplete="current-password"
      isRequired
    />
  );
}

/** Password that the person chooses. */
export function NewPasswordField({ label }: { readonly label: string }) {
  const { signIn } = useWords();
  return (
    <TextField
      label={label}
      hint={signIn.passwordHint}
      name="password"
      type="password"
      autoComplete="new-password"
      isRequired
    />
  );
}
