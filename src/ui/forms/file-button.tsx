import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from '../button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'size' | 'look' | 'busy'> & {
  /** The name of the file field, for assistive technology. */
  label: string
  accept: string
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that opens the system's choice of one file. The same file can be chosen again. */
export function FileButton({ label, accept, onFile, children, ...button }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button {...button} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  )
}
