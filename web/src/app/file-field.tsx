// Fields for files. Their labels are visible, the fields are not; the same file can be chosen again.

import type { ComponentChildren } from "preact";

interface Props {
  accept: string;
  multiple?: boolean;
  onFiles(files: File[]): Promise<void>;
}

export const FileField = ({ onFiles, ...props }: Props) => (
  <input
    type="file"
    class="visually-hidden"
    {...props}
    onChange={async ({ currentTarget }) => {
      await onFiles([...(currentTarget.files ?? [])]);
      currentTarget.value = "";
    }}
  />
);

/** A link that asks for a file; its words are in it. */
export const FileLink = (props: {
  accept: string;
  onFile(file: File): Promise<void>;
  children: ComponentChildren;
}) => (
  <label class="link">
    <FileField accept={props.accept} onFiles={async ([file]) => file && props.onFile(file)} />
    {props.children}
  </label>
);
