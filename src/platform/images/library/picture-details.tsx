import './library.css'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { type LibraryPicture, refusals } from '../images.ts'
import { FocalField } from './focal-field.tsx'
import { useDeletePicture, useDescribePicture, usePictureUses, useReplacePicture } from './library.data.ts'
import { UploadButton } from './picture-grid.tsx'

/** Notes, focal point, uses, replacement and deletion of a picture. */
export function PictureDetails({ picture, onClose }: { picture: LibraryPicture; onClose: () => void }) {
  const [notes, setNotes] = useState(picture)
  const [errorText, setErrorText] = useState<string>()
  const describe = useDescribePicture()
  const replace = useReplacePicture()
  const remove = useDeletePicture()

  async function attempt(work: () => Promise<unknown>, done: string) {
    setErrorText(undefined)
    try {
      await work()
      toast.success(done)
      onClose()
    } catch (error) {
      setErrorText(refusalText(error, refusals))
    }
  }
  function save(event: FormEvent) {
    event.preventDefault()
    const { id, name, alt, focal_x, focal_y } = notes
    const focal = { focal_x, focal_y } as Pick<Parameters<typeof describe.mutateAsync>[0], 'focal_x' | 'focal_y'>
    void attempt(() => describe.mutateAsync({ id, name, alt, ...focal }), 'התמונה נשמרה')
  }

  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title="פרטי התמונה">
      <form onSubmit={save}>
        <DialogBody>
          <div className="picture-details">
            <FocalField picture={notes} onChange={(focal) => setNotes({ ...notes, ...focal })} />
            <div className="picture-details__words">
              <TextField
                name="alt"
                label="מה רואים בתמונה"
                hint="הנוסח שיוצע בכל מקום שבו תבחרו אותה"
                maxLength={200}
                value={notes.alt}
                onChange={({ target }) => setNotes({ ...notes, alt: target.value })}
              />
              <TextField
                name="name"
                label="שם הקובץ"
                maxLength={120}
                dir="auto"
                value={notes.name}
                onChange={({ target }) => setNotes({ ...notes, name: target.value })}
              />
              <p className="hint">
                <Ltr>{`${picture.width} × ${picture.height}`}</Ltr> פיקסלים, {sizeOf(picture.bytes)}, הועלתה ב־
                {formatDate(picture.created_at)}
              </p>
              <Uses id={picture.id} />
              <div className="picture-details__acts">
                <UploadButton
                  isSingle
                  busy={replace.isPending}
                  onFiles={([file]) =>
                    file &&
                    void attempt(() => replace.mutateAsync({ id: picture.id, file }), 'התמונה הוחלפה בכל עמודי האתר')
                  }
                >
                  החלפה בכל העמודים
                </UploadButton>
                <Button
                  look="danger"
                  icon={<Icon of={Trash2} />}
                  busy={remove.isPending}
                  onClick={() => void attempt(() => remove.mutateAsync(picture.id), 'התמונה נמחקה')}
                >
                  מחיקה
                </Button>
              </div>
              <FormError>{errorText}</FormError>
            </div>
          </div>
        </DialogBody>
        <DialogActions>
          <Button type="submit" look="primary" busy={describe.isPending}>
            שמירה
          </Button>
          <Button look="ghost" onClick={onClose}>
            חזרה
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Uses({ id }: { id: string }) {
  const { data: uses } = usePictureUses(id)
  if (!uses) return null
  if (uses.length === 0) return <p>עוד לא מוצגת בשום מקום.</p>
  return (
    <div>
      <h3>איפה היא מוצגת</h3>
      <ul className="picture-details__uses">
        {uses.map(({ place, name, link }) => (
          <li key={`${place} ${link} ${name}`}>
            {place}:{' '}
            <a href={link} target="_blank" rel="noreferrer">
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <p className="hint">החלפה משנה את עמודי האתר. פוסטים והודעות שכבר נכתבו ממשיכים להציג את התמונה הקודמת.</p>
    </div>
  )
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} ק״ב` : `${(bytes / 1_000_000).toFixed(1)} מ״ב`
