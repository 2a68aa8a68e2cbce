import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from '../button.tsx'

type ButtonProps = Pick<
  ComponentProps<typeof Button>,
  'size' | 'look' | 'busy' | 'icon' | 'disabled' | 'aria-label'
> & {
  /** The name of the file field, for assistive technology. */
  label: string
  accept: string
  children: ReactNode
}

/** Opens the native file picker. The input is reset after each selection, so that selecting the same files again is reported. */
export function FilesButton({
  label,
  accept,
  onFiles,
  isSingle = false,
  children,
  ...button
}: ButtonProps & { onFiles: (files: File[]) => void; isSingle?: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        multiple={!isSingle}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button {...button} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  )
}

/** Opens the native file picker for a single file. */
export const FileButton = ({ onFile, ...shown }: ButtonProps & { onFile: (file: File) => void }) => (
  <FilesButton {...shown} isSingle onFiles={(files) => onFile(files[0]!)} />
)
