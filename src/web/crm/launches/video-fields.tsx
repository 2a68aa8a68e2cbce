import { useState } from 'react'
import { isUploaded, type ContentFormValues } from '#features/launches/content-edit.ts'
import { useUploadVideo } from '#features/launches/launches.data.ts'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** The video as a URL, or as a file in the business's private storage. */
export function VideoFields({ typed, errors }: { typed: ContentFormValues; errors: FieldErrors }) {
  const [address, setAddress] = useState(typed.address)
  const uploading = useUploadVideo()
  return (
    <>
      {isUploaded(address) ? (
        <div className="launch-file">
          <input type="hidden" name="address" value={address} />
          <span>סרטון מהאחסון שלנו, פתוח רק מהקישור האישי</span>
          <Button size="sm" look="ghost" onClick={() => setAddress('')}>
            החלפה בכתובת
          </Button>
        </div>
      ) : (
        <TextField
          name="address"
          label="כתובת הסרטון"
          hint="YouTube, Vimeo, קובץ MP4, או קישור אחר"
          dir="ltr"
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={errors['address']}
        />
      )}
      <div className="launch-file">
        <FileButton
          label="בחירת קובץ וידאו"
          accept="video/mp4,video/webm"
          size="sm"
          busy={uploading.isPending}
          onFile={(file) =>
            uploading.mutate(file, {
              onSuccess: setAddress,
              onError: () => void toast.error('הסרטון לא הועלה. אפשר MP4 או WebM, עד 500 מ״ב'),
            })
          }
        >
          {uploading.isPending ? 'מעלים' : 'העלאת קובץ וידאו'}
        </FileButton>
      </div>
      <div className="product__pair">
        <TextField
          name="length"
          label="אורך הסרטון"
          optional="(דקות:שניות)"
          hint="אחרי תשע עשיריות הוא נחשב הושלם"
          dir="ltr"
          autoComplete="off"
          defaultValue={typed.length}
          error={errors['length']}
        />
        <TextField
          name="captions"
          label="כתובת הכתוביות"
          optional="(לא חובה)"
          hint="קובץ VTT באתר הזה"
          dir="ltr"
          autoComplete="off"
          defaultValue={typed.captions}
          error={errors['captions']}
        />
      </div>
      <TextAreaField
        name="chapters"
        label="פרקים"
        optional="(לא חובה)"
        hint="בכל שורה שעה ושם, למשל: 1:05 הסעיף הראשון"
        rows={3}
        defaultValue={typed.chapters}
        error={errors['chapters']}
      />
    </>
  )
}
