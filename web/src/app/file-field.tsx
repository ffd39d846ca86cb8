// A field for files. Its label is visible, the field is not; the same file can be chosen again.

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
