import { ImageUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { refusalText } from '#client/refusal.ts'
import { addImage } from '#platform/images/images.data.ts'
import { acceptedTypes, type StoredImage, refusals, shareImageUrl } from '#platform/images/images.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = {
  picture: StoredImage | null
  onChange: (picture: StoredImage | null) => void
  alt: string
  onAlt: (alt: string) => void
  altError: string | undefined
}

/** The share image of a page. The default is a generated card with the title. */
export function ShareImageField({ picture, onChange, alt, onAlt, altError }: Props) {
  const backend = useBackend()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const id = useId()

  async function uploadFile(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setErrorText(undefined)
    try {
      onChange(await addImage(backend, file))
    } catch (error) {
      setErrorText(refusalText(error, refusals))
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
  }

  return (
    <fieldset className="seo-picture" aria-describedby={`${id}-hint`}>
      <legend className="label">תמונה לשיתוף</legend>
      <p className="hint" id={`${id}-hint`}>
        בלי תמונה מצויר כרטיס עם הכותרת בצבעי העסק. תמונה משלכם תיחתך ל־1200 על 630 פיקסלים.
      </p>
      {picture && <img src={shareImageUrl(picture)} alt="" width={240} height={126} />}
      <div className="seo-picture__row">
        <Button size="sm" icon={<Icon of={ImageUp} />} busy={busy} onClick={() => input.current?.click()}>
          {picture ? 'החלפת התמונה' : 'העלאת תמונה'}
        </Button>
        {picture && (
          <Button size="sm" look="ghost" onClick={() => onChange(null)}>
            הסרה
          </Button>
        )}
        <input
          ref={input}
          className="vh"
          type="file"
          accept={acceptedTypes}
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => void uploadFile(event.target.files?.[0])}
        />
      </div>
      <FormError>{errorText}</FormError>
      {picture && (
        <TextField
          name="image_alt"
          label="מה רואים בתמונה"
          hint="למי ששומעים את האתר במקום לראות אותו"
          value={alt}
          maxLength={200}
          onChange={(event) => onAlt(event.target.value)}
          error={altError}
        />
      )}
    </fieldset>
  )
}
