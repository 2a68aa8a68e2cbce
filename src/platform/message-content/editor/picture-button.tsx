import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { addImage } from '#platform/images/images.data.ts'
import { acceptedTypes, refusals, type StoredImage } from '#platform/images/images.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** A button that uploads a picture. */
export function PictureButton({ words, onAdded }: { words: string; onAdded: (picture: StoredImage) => void }) {
  const backend = useBackend()
  const file = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)

  async function take(file: File | undefined) {
    if (!file) return
    setBusy(true)
    try {
      const { id, format, width, height } = await addImage(backend, file)
      onAdded({ id, format, width, height })
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'התמונה לא נוספה' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button look="ghost" busy={isBusy} icon={<Icon of={ImagePlus} />} onClick={() => file.current?.click()}>
        {words}
      </Button>
      <input
        ref={file}
        className="vh"
        type="file"
        accept={acceptedTypes}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          void take(file)
          target.value = ''
        }}
      />
    </>
  )
}
