// An error message, shown where the error occurred; without a text, nothing.

interface Props {
  text: string | null | undefined | false;
  class?: string;
}

export const Problem = ({ text, class: name = "problem" }: Props) =>
  text ? (
    <p class={name} role="alert">
      {text}
    </p>
  ) : null;
