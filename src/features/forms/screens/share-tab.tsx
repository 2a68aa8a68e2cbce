// Share options of a form: its link, an iframe for other sites, and a block for pages of this site.
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { refusals } from '../form-texts.ts'
import { saveForm, useFormChange } from '../forms.data.ts'
import type { Form } from '../forms.ts'
import { embedCode, popupCode } from '../embed-code.ts'
import { parseOrigins } from '../origins.ts'
import { formPath } from '../form-paths.ts'

const copy = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => toast.success('הועתק'),
    () => toast.error('הדפדפן לא אפשר להעתיק'),
  )

export function ShareTab({ form }: { form: Form }) {
  if (form.current_version === null) return <EmptyState text="הטופס עוד לא פורסם. אחרי הפרסום אפשר לשתף אותו." />
  const link = location.origin + formPath(form.public_id)
  const code = embedCode(location.origin, form.public_id, form.title)
  const popup = popupCode(location.origin, form.public_id, form.title)
  return (
    <div className="form-share">
      <section aria-labelledby="share-link">
        <h2 id="share-link">קישור</h2>
        <p>
          <Ltr>{link}</Ltr>
        </p>
        <Button icon={<Icon of={Copy} />} onClick={() => copy(link)}>
          העתקת הקישור
        </Button>
      </section>
      <section aria-labelledby="share-page">
        <h2 id="share-page">בעמוד באתר הזה</h2>
        <p>
          בעריכת העמוד מוסיפים מקטע ״טופס״ וכותבים בו <Ltr>{form.public_id}</Ltr>.
        </p>
      </section>
      <section aria-labelledby="share-frame">
        <h2 id="share-frame">באתר אחר</h2>
        <Origins form={form} />
        <TextAreaField name="code" label="הקוד להדבקה באתר האחר" rows={3} dir="ltr" readOnly value={code} />
        <Button icon={<Icon of={Copy} />} onClick={() => copy(code)}>
          העתקת הקוד
        </Button>
      </section>
      <section aria-labelledby="share-popup">
        <h2 id="share-popup">בחלון מעל אתר אחר</h2>
        <p>כפתור שפותח את הטופס בחלון. הוא נפתח באתרים שברשימה שלמעלה.</p>
        <TextAreaField name="popup" label="הקוד של הכפתור" rows={3} dir="ltr" readOnly value={popup} />
        <Button icon={<Icon of={Copy} />} onClick={() => copy(popup)}>
          העתקת קוד הכפתור
        </Button>
      </section>
    </div>
  )
}

function Origins({ form }: { form: Form }) {
  const [typed, setTyped] = useState(form.allowed_origins.join('\n'))
  const [error, setError] = useState<string>()
  const saving = useFormChange((backend, origins: string[]) => saveForm(backend, form, { allowed_origins: origins }))
  function save() {
    const origins = parseOrigins(typed)
    if (!origins || origins.length > 20) return setError(refusals.form_origin_invalid)
    saving.mutate(origins, {
      onSuccess: () => {
        setTyped(origins.join('\n'))
        toast.success(origins.length > 0 ? 'האתרים נשמרו, והטופס ייפתח בהם' : 'הטופס לא ייפתח באתרים אחרים')
      },
      onError: (failed) => setError(refusalText(failed, refusals)),
    })
    return undefined
  }
  return (
    <>
      <TextAreaField
        name="origins"
        label="האתרים שבהם מותר להציג את הטופס"
        hint="כתובת אחת בכל שורה. באתרים אחרים הדפדפן לא יציג אותו"
        placeholder="https://example.com"
        rows={3}
        dir="ltr"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
      />
      <Button busy={saving.isPending} onClick={save}>
        שמירת האתרים
      </Button>
    </>
  )
}
