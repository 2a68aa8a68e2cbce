import './review-form.css'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorText, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { type reviewFields, reviewLabels, reviewPost } from './review-post.ts'
import { bodyLimit, consentScopes, consentText, scopeChoices } from './reviews.ts'

type Field = (typeof reviewFields)[number]
const formId = 'review'

/** In which a client tells how it was. Works without a script; nothing is ticked beforehand but the narrowest way of showing a name. */
export function ReviewForm({
  state = { values: {}, errors: {} },
  children,
}: {
  state: FormState | undefined
  /** What else goes along with the form. */
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
  const { consent } = state.values
  return (
    <PlainForm id={formId} action={reviewPost.path} state={state} labels={reviewLabels} className="review-form">
      <TextAreaField {...field('body')} rows={5} required maxLength={bodyLimit.most} />
      <div className="review-form__pair">
        <TextField {...field('name')} autoComplete="name" required maxLength={80} />
        <TextField
          {...field('email')}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          hint="כדי לוודא שאתם לקוחות. הכתובת לא מתפרסמת."
        />
      </div>
      <div className="review-form__pair">
        <TextField {...field('about')} optional="(לא חובה)" hint="למשל: הורים לשניים" maxLength={120} />
        <SelectField {...field('rating')} optional="(לא חובה)">
          <option value="">בלי דירוג</option>
          {ratings.map((words, i) => (
            <option key={words} value={5 - i}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
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
      <Button look="primary" size="lg" type="submit">
        שליחת ההמלצה
      </Button>
    </PlainForm>
  )
}

const ratings = ['5 מתוך 5', '4 מתוך 5', '3 מתוך 5', '2 מתוך 5', '1 מתוך 5']

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

/** In place of the form once it was sent: nothing is promised but that somebody reads it. */
export const ReviewThanks = () => (
  <div className="review-thanks" id="left" tabIndex={-1}>
    <Icon of={CircleCheck} />
    <p className="review-thanks__title">תודה ששיתפתם</p>
    <p>נקרא את הדברים ונאמת את הפרטים. לפני הפרסום לא נשנה מילה בלי הסכמתכם.</p>
  </div>
)
