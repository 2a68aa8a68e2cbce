import './library.css'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { imageUrl, noPicture, type PlacedPicture } from '../images.ts'
import { useShownPicture } from './library.data.ts'
import { PictureGrid } from './picture-grid.tsx'

/** A reference to a library picture, with its alternative text for this use. */
export function PictureField({
  id,
  label,
  hint,
  value,
  altError,
  isDecorative = false,
  onChange,
}: {
  id: string
  label: string
  hint?: string | undefined
  value: PlacedPicture
  altError?: string | undefined
  /** Omits the alternative text field, for a picture that the adjacent text describes. */
  isDecorative?: boolean
  onChange: (picture: PlacedPicture) => void
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { data: shown } = useShownPicture(value.id)
  const isDeleted = value.id !== '' && shown === null
  const described = [hint && `${id}-hint`, isDeleted && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className="picture-field" {...(described && { 'aria-describedby': described })}>
      <legend className="label">{label}</legend>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="picture-field__row">
        {value.id && shown && <img src={imageUrl(shown, { width: 320 })} alt="" width="160" height="120" />}
        <Button size="sm" icon={<Icon of={Images} />} onClick={() => setChoosing(true)}>
          {value.id ? 'החלפה' : 'בחירת תמונה'}
        </Button>
        {value.id && (
          <Button size="sm" look="ghost" onClick={() => onChange(noPicture)}>
            הסרה
          </Button>
        )}
      </div>
      {isDeleted && <ErrorText id={`${id}-error`}>התמונה נמחקה מהספרייה, ולכן אינה מוצגת. אפשר לבחור אחרת</ErrorText>}
      {value.id && !isDecorative && (
        <TextField
          id={`${id}.alt`}
          name={`${id}.alt`}
          label="מה רואים בתמונה"
          hint="למי ששומעים את האתר במקום לראות אותו"
          required
          maxLength={200}
          autoComplete="off"
          value={value.alt}
          error={altError}
          onChange={({ target }) => onChange({ ...value, alt: target.value })}
        />
      )}
      {isChoosing && (
        <PictureDialog
          onChosen={(picture) => {
            setChoosing(false)
            onChange({ id: picture.id, alt: ('alt' in picture && picture.alt) || value.alt })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  )
}

/** Selects a picture of the library, or uploads one. */
function PictureDialog({
  onChosen,
  onClose,
}: {
  onChosen: (picture: { id: string; alt?: string }) => void
  onClose: () => void
}) {
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title="בחירת תמונה">
      <DialogBody>
        <PictureGrid onOpen={onChosen} onUploaded={onChosen} />
      </DialogBody>
    </Dialog>
  )
}
