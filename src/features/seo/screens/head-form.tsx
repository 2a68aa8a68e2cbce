import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type StoredImage, shareImageUrl } from '#platform/images/images.ts'
import { type SavedOverride, useSaveOverride } from '#features/seo/seo.data.ts'
import { lengths, refusals, SeoEdit, type SitePage } from '#features/seo/seo.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { GooglePreview, WhatsAppPreview } from './head-previews.tsx'
import { LengthMeter } from './length-meter.tsx'
import { ShareImageField } from './share-image-field.tsx'

type FormValues = { title: string; description: string; canonical: string; imageAlt: string; isHidden: boolean }

const inFields = (override: SavedOverride | null): FormValues => ({
  title: override?.title ?? '',
  description: override?.description ?? '',
  canonical: override?.canonical ?? '',
  imageAlt: override?.image_alt ?? '',
  isHidden: override?.is_hidden ?? false,
})

const changedSince = (sent: FormValues, now: FormValues) =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== sent[name as keyof FormValues]),
  ) as Partial<FormValues>

const toFormValues = (override: SavedOverride | null): SeoEdit => ({
  title: override?.title ?? null,
  description: override?.description ?? null,
  canonical: override?.canonical ?? null,
  image_id: override?.image_id ?? null,
  image_alt: override?.image_alt ?? null,
  is_hidden: override?.is_hidden ?? false,
})

const labels: Record<keyof SeoEdit, string> = {
  title: 'כותרת',
  description: 'תיאור',
  canonical: 'עמוד מייצג',
  image_id: 'תמונה לשיתוף',
  image_alt: 'תיאור התמונה',
  is_hidden: 'להסתיר ממנועי חיפוש',
}

/** SEO overrides of one path. An empty field falls back to the page's own value. */
export function HeadForm({ page, latest }: { page: SitePage; latest: SavedOverride | null }) {
  const form = useConcurrentEdit(latest, { toFormValues, labels })
  const override = form.base
  const [typed, setTyped] = useState<FormValues>(() => inFields(override))
  const [picture, setPicture] = useState<StoredImage | null>(override?.picture ?? null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const saving = useSaveOverride()
  const element = useUnsavedForm(form.base)
  const put = (changes: Partial<FormValues>) => setTyped((now) => ({ ...now, ...changes }))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { title, description, canonical, imageAlt, isHidden } = typed
    const parsed = SeoEdit.safeParse({
      title,
      description,
      canonical,
      image_id: picture?.id ?? null,
      image_alt: picture ? imageAlt : '',
      is_hidden: isHidden,
    })
    if (!parsed.success)
      return setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
    setErrors({})
    return saving.mutate(
      { path: page.path, seen: form.seen, edit: form.merge(parsed.data) },
      {
        onSuccess(saved) {
          form.saved(saved)
          // Retains edits made during the save.
          setTyped((now) => ({ ...inFields(saved), ...changedSince(typed, now) }))
          setPicture((now) => (now === picture ? (saved?.picture ?? null) : now))
          toast.success('נשמר. המבקרים ומנועי החיפוש כבר רואים את זה')
        },
        onError: (error) => form.isRefusedAsStale(error) || setErrors({ all: refusalText(error, refusals) }),
      },
    )
  }

  const shown = {
    title: typed.title.trim() || page.own.title,
    description: typed.description.trim() || page.own.description,
    image: picture ? shareImageUrl(picture) : page.own.image,
    address: page.canonical ?? page.path,
  }
  return (
    <form ref={element} className="seo-head" onSubmit={submit} noValidate>
      <input type="hidden" name="image_id" value={picture?.id ?? ''} />
      <div className="seo-head__fields">
        <h2>
          <Ltr>{page.path}</Ltr>
        </h2>
        <ConflictBanner theirs={form.theirs} />
        <FormError>{errors['all']}</FormError>
        <div>
          <TextField
            name="title"
            label="כותרת"
            optional="(בלעדיה: הכותרת של העמוד)"
            placeholder={page.own.title}
            value={typed.title}
            maxLength={lengths.title.most}
            onChange={(event) => put({ title: event.target.value })}
            error={errors['title']}
          />
          <LengthMeter kind="title" text={shown.title} />
        </div>
        <div>
          <TextAreaField
            name="description"
            label="תיאור"
            optional="(בלעדיו: התיאור של העמוד)"
            placeholder={page.own.description}
            rows={3}
            value={typed.description}
            maxLength={lengths.description.most}
            onChange={(event) => put({ description: event.target.value })}
            error={errors['description']}
          />
          <LengthMeter kind="description" text={shown.description} />
        </div>
        <ShareImageField
          picture={picture}
          onChange={setPicture}
          alt={typed.imageAlt}
          onAlt={(imageAlt) => put({ imageAlt })}
          altError={errors['image_alt']}
        />
        <TextField
          name="canonical"
          label="עמוד מייצג"
          optional="(לא חובה)"
          hint="כשאותו תוכן עומד בשתי כתובות: הכתובת שתופיע בחיפוש"
          dir="ltr"
          placeholder={page.path}
          value={typed.canonical}
          onChange={(event) => put({ canonical: event.target.value })}
          error={errors['canonical']}
        />
        {page.path !== '/' && (
          <HiddenField page={page} isHidden={typed.isHidden} onChange={(isHidden) => put({ isHidden })} />
        )}
        <div className="seo-head__end">
          <Button type="submit" look="primary" busy={saving.isPending}>
            {saving.isPending ? 'שומרים' : 'שמירה'}
          </Button>
        </div>
      </div>
      <div className="seo-head__previews">
        <GooglePreview {...shown} />
        <WhatsAppPreview {...shown} redrawn={!picture && typed.title.trim() !== (override?.title ?? '')} />
      </div>
    </form>
  )
}

type HiddenProps = { page: SitePage; isHidden: boolean; onChange: (isHidden: boolean) => void }

/** Personal and temporary pages are always hidden. */
const HiddenField = ({ page, isHidden, onChange }: HiddenProps) => (
  <CheckField
    name="is_hidden"
    label="להסתיר ממנועי חיפוש"
    hint={
      page.hidesItself ? 'העמוד הזה מוסתר תמיד, כי הוא אישי או זמני.' : 'מי שיש להם קישור עדיין יוכלו לפתוח את העמוד.'
    }
    checked={page.hidesItself || isHidden}
    disabled={page.hidesItself}
    onChange={(event) => onChange(event.target.checked)}
  />
)
