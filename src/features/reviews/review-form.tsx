import './review-form.css'
import { ChevronDown, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorText, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { FileField } from '#ui/forms/file-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { acceptedTypes } from '#platform/images/images.ts'
import { type reviewFields, reviewLabels, reviewPost } from './review-post.ts'
import { bodyLimit, consentScopes, consentText, photoConsentText, scopeChoices } from './reviews.ts'

type Field = (typeof reviewFields)[number]
const formId = 'review'

/** The review form. Works without JavaScript; only the narrowest name display is preselected. */
export function ReviewForm({
  state = { values: {}, errors: {} },
  asked,
  children,
}: {
  state: FormState | undefined
  /** For a requested review: the form's action and the contact's name. The address is known. */
  asked?: { action: string; name: string }
  /** Hidden inputs. */
  children?: ReactNode
}) {
  const field = (name: Field) => ({
    large: true,
    id: fieldId(formId, name),
    name,
    label: reviewLabels[name],
    error: state.errors[name],
    defaultValue: state.values[name],
  })
  const { name, consent } = state.values
  return (
    <PlainForm
      id={formId}
      action={asked?.action ?? reviewPost.path}
      state={state}
      labels={reviewLabels}
      hasFile
      className="review-form"
    >
      <TextAreaField {...field('body')} rows={5} required maxLength={bodyLimit.most} />
      {asked ? (
        <TextField {...field('name')} defaultValue={name ?? asked.name} autoComplete="name" required maxLength={80} />
      ) : (
        <div className="review-form__pair">
          <TextField {...field('name')} autoComplete="name" required maxLength={80} />
          <TextField
            {...field('email')}
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            hint="לכאן יישלח קישור לאישור. הכתובת לא מתפרסמת."
          />
        </div>
      )}
      <Scope chosen={state.values['scope']} error={state.errors['scope']} />
      <CheckField
        large
        id={fieldId(formId, 'consent')}
        name="consent"
        label={`${consentText}.`}
        error={state.errors['consent']}
        defaultChecked={consent === 'on'}
      />
      {children}
      <details className="review-form__more" open={moreFields.some((one) => state.values[one] || state.errors[one])}>
        <summary>
          כמה מילים עליכם, דירוג ותמונה <span className="opt">(לא חובה)</span>
          <Icon of={ChevronDown} />
        </summary>
        <div className="review-form__folded">
          <div className="review-form__pair">
            <TextField {...field('about')} hint="למשל: הורים לשניים" maxLength={120} />
            <SelectField {...field('rating')}>
              <option value="">בלי דירוג</option>
              {ratings.map((label, i) => (
                <option key={label} value={5 - i}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
          <Photo state={state} />
        </div>
      </details>
      <Button look="primary" size="lg" type="submit">
        שליחת ההמלצה
      </Button>
    </PlainForm>
  )
}

const ratings = ['5 מתוך 5', '4 מתוך 5', '3 מתוך 5', '2 מתוך 5', '1 מתוך 5']

/** Collapsed unless one of them has a value or an error. */
const moreFields = ['about', 'rating', 'photoConsent', 'photo'] as const

/** The last fields; the file is the last part of the body: see `maxFileBytes`. */
const Photo = ({ state: { values, errors } }: { state: FormState }) => (
  <fieldset className="field field--lg review-form__photo">
    <legend className="label">{reviewLabels.photo}</legend>
    <CheckField
      large
      id={fieldId(formId, 'photoConsent')}
      name="photoConsent"
      label={`${photoConsentText}.`}
      error={errors['photoConsent']}
      defaultChecked={values['photoConsent'] === 'on'}
    />
    <FileField
      large
      id={fieldId(formId, 'photo')}
      name="photo"
      accept={acceptedTypes}
      label="בחירת תמונה"
      action="בחירת קובץ"
      hint="עד 10 מ״ב. נשמור ריבוע קטן ממנה, בלי המקום והזמן של הצילום."
      error={errors['photo']}
    />
  </fieldset>
)

function Scope({ chosen = 'first_name_only', error }: { chosen: string | undefined; error: string | undefined }) {
  const id = fieldId(formId, 'scope')
  return (
    <fieldset
      className="field field--lg review-form__scope"
      id={id}
      tabIndex={-1}
      {...(error && { 'aria-describedby': `${id}-error` })}
    >
      <legend className="label">{reviewLabels.scope}</legend>
      {consentScopes.map((scope) => (
        <label className="check" key={scope}>
          <input type="radio" name="scope" value={scope} defaultChecked={scope === chosen} />
          <span>{scopeChoices[scope]}</span>
        </label>
      ))}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </fieldset>
  )
}

/** Replaces the form after submission. Promises only that the review will be read. */
export const ReviewThanks = () => (
  <div className="review-thanks" id="left" tabIndex={-1}>
    <Icon of={CircleCheck} />
    <p className="review-thanks__title">תודה ששיתפתם, נשאר רק לאשר</p>
    <p>שלחנו אליכם מייל עם קישור. אחרי שתאשרו שם שהדברים שלכם נקרא אותם, ולא נשנה מילה בלי הסכמתכם.</p>
    <p>לא הגיע בתוך כמה דקות? כדאי לבדוק בדואר הזבל, ושהכתובת נכתבה נכון.</p>
  </div>
)
