import { Trash2, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type PictureKind, refusals, uploadedText } from '#platform/business-profile/business-profile.ts'
import { useNamePicture, useUploadPicture } from '#platform/business-profile/pictures.data.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = {
  kind: PictureKind
  title: string
  ground: 'light' | 'dark'
  profileOf: string
  address: string | null
}

/** One brand image on its intended background: upload, replace, remove. */
export function ImageSlot({ kind, title, ground, profileOf, address }: Props) {
  const upload = useUploadPicture()
  const [errorText, setErrorText] = useState<string>()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function uploadFile(file: File | undefined) {
    if (!file || upload.isPending) return
    setErrorText(undefined)
    upload.mutate(
      { profileOf, kind, file },
      {
        onSuccess: () => toast.success(uploadedText(kind), { id: kind }),
        onError(error) {
          const reason = refusalText(error, refusals)
          setErrorText(reason)
          toast.error(reason, { title: 'שגיאה בהעלאת התמונה', id: kind })
        },
      },
    )
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    uploadFile(event.dataTransfer.files[0])
  }
  return (
    <fieldset className="slot">
      <legend className="label">{title}</legend>
      <div
        className={`slot__ground slot__ground--${ground}${isOver ? ' slot__ground--over' : ''}`}
        data-empty={address === null || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {address ? <img src={address} alt={title} /> : <span>אפשר לגרור תמונה לכאן</span>}
      </div>
      {/* Opened by the button: the native file input is in the browser's language. */}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={({ target }) => {
          uploadFile(target.files?.[0])
          // Resets the input, so that selecting the same file again fires a change event.
          target.value = ''
        }}
      />
      <div className="slot__row">
        <Button
          size="sm"
          busy={upload.isPending}
          icon={<Icon of={Upload} />}
          aria-label={`${address ? 'החלפה' : 'העלאה'}: ${title}`}
          onClick={() => input.current?.click()}
        >
          {upload.isPending ? 'מעלים' : address ? 'החלפה' : 'העלאה'}
        </Button>
        {address && <RemoveImage kind={kind} title={title} profileOf={profileOf} address={address} />}
      </div>
      {errorText && <ErrorText>{errorText}</ErrorText>}
    </fieldset>
  )
}

function RemoveImage({ kind, title, profileOf, address }: Omit<Props, 'ground'> & { address: string }) {
  const naming = useNamePicture()
  const fail = (error: Error) => void toast.error(refusalText(error, refusals), { title: 'שגיאה בעדכון פרופיל העסק' })
  const restore = () => naming.mutate({ profileOf, kind, address }, { onError: fail })
  const removeImage = () =>
    naming.mutate(
      { profileOf, kind, address: null },
      {
        onSuccess: () => toast.info('התמונה הוסרה', { id: kind, action: { text: 'ביטול ההסרה', run: restore } }),
        onError: fail,
      },
    )
  return (
    <Button
      size="sm"
      look="ghost"
      iconOnly
      busy={naming.isPending}
      icon={<Icon of={Trash2} />}
      aria-label={`הסרה: ${title}`}
      onClick={removeImage}
    />
  )
}
