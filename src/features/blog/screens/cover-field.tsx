import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { artNames, arts } from '#features/blog/art.ts'
import type { PostInput } from '#features/blog/blog.ts'
import { addImage } from '#platform/images/images.data.ts'
import { acceptedTypes, type StoredImage, imageUrl, refusals } from '#platform/images/images.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Cover } from '../cover.tsx'

/** An uploaded image, or a generated drawing in the brand colours. */
export function CoverField({
  written,
  cover: opened,
  onChange,
}: {
  written: PostInput
  cover: StoredImage | null
  onChange: (part: Partial<PostInput>) => void
}) {
  const backend = useBackend()
  const file = useRef<HTMLInputElement>(null)
  const [cover, setCover] = useState(opened)
  const [busy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()

  async function take(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setErrorText(undefined)
    try {
      const picture = await addImage(backend, file)
      setCover(picture)
      onChange({ cover_id: picture.id, cover_alt: '' })
    } catch (error) {
      setErrorText(refusalText(error, refusals))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="post-cover-field">
      {cover && (
        <img
          className="post-cover-field__own"
          src={imageUrl(cover, { width: 480 })}
          alt={written.cover_alt}
          width={cover.width}
          height={cover.height}
        />
      )}
      {!cover && (
        <fieldset className="post-cover-field__arts">
          <legend className="vh">איור לשער</legend>
          {arts.map((art) => (
            <label key={art}>
              <input
                type="radio"
                name="cover_art"
                value={art}
                checked={written.cover_art === art}
                onChange={() => onChange({ cover_art: art })}
              />
              <Cover post={{ id: `cover-${art}`, cover: null, cover_alt: '', cover_art: art }} sizes="6rem" />
              <span className="vh">{artNames[art]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="post-cover-field__row">
        <Button size="sm" icon={<Icon of={ImageUp} />} busy={busy} onClick={() => file.current?.click()}>
          {busy ? 'מעלים' : cover ? 'החלפת התמונה' : 'תמונה משלכם'}
        </Button>
        {cover && (
          <Button
            size="sm"
            look="ghost"
            onClick={() => {
              setCover(null)
              onChange({ cover_id: null, cover_alt: '' })
            }}
          >
            חזרה לאיור
          </Button>
        )}
      </div>
      <FormError>{errorText}</FormError>
      {cover && (
        <TextField
          name="cover_alt"
          label="מה רואים בתמונה"
          hint="למי ששומעים את האתר במקום לראות אותו"
          value={written.cover_alt}
          maxLength={200}
          dir="auto"
          onChange={(event) => onChange({ cover_alt: event.target.value })}
        />
      )}
      <input
        ref={file}
        className="vh"
        type="file"
        accept={acceptedTypes}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0]
          void take(file)
          event.target.value = ''
        }}
      />
    </div>
  )
}
