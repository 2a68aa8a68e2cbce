import './details-fields.css'
import type { FormText } from '#lib/forms/form-post.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { fieldId } from '#ui/forms/plain-form.tsx'
import type { Question } from './booking-offer.ts'
import { answerLimit, answerName, detailLabels } from './details.ts'

type Props = {
  questions: readonly Question[]
  allowsPartner: boolean
  marketing: { id: string; text: string } | null
  values: FormText
  errors: Partial<Record<string, string>>
}

/** Fields of the main attendee, the partner, and the type's questions. */
export function DetailsFields({ questions, allowsPartner, marketing, values, errors }: Props) {
  const field = (name: keyof typeof detailLabels) => ({
    large: true,
    id: fieldId('booking', name),
    name,
    label: detailLabels[name],
    error: errors[name],
  })
  const typed = (name: keyof typeof detailLabels) => ({ ...field(name), defaultValue: values[name] ?? '' })
  return (
    <>
      <TextField {...typed('name')} autoComplete="name" required maxLength={80} />
      <div className="details__pair">
        <TextField {...typed('phone')} type="tel" autoComplete="tel" required maxLength={60} />
        <TextField
          {...typed('email')}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          hint="לכאן יישלחו האישור והקישור לשינוי"
        />
      </div>
      {questions.map((question, index) => (
        <Answer
          key={question.id}
          question={question}
          name={answerName(index)}
          value={values[answerName(index)]}
          error={errors[answerName(index)]}
        />
      ))}
      {allowsPartner && (
        <div className="details__partner">
          <CheckField
            {...field('joins')}
            label="בן או בת הזוג מצטרפים לפגישה"
            defaultChecked={values['joins'] === 'on'}
          />
          {/* Shown by CSS while the checkbox is checked, so that it also works without JavaScript. */}
          <div className="details__joining">
            <TextField {...typed('partnerName')} autoComplete="off" required maxLength={80} />
            <TextField
              {...typed('partnerEmail')}
              type="email"
              autoComplete="off"
              required
              maxLength={254}
              hint="נשלח לשם אישור ותזכורות"
            />
          </div>
        </div>
      )}
      {marketing && (
        <>
          <input type="hidden" name="consentTextId" value={marketing.id} />
          <CheckField
            {...field('marketingConsent')}
            label={marketing.text}
            defaultChecked={values['marketingConsent'] === 'on'}
          />
        </>
      )}
    </>
  )
}

type AnswerProps = { question: Question; name: string; value: string | undefined; error: string | undefined }

function Answer({ question: { label, kind, is_required, options }, name, value = '', error }: AnswerProps) {
  const props = {
    large: true,
    id: fieldId('booking', name),
    name,
    label,
    error,
    defaultValue: value,
    ...(is_required ? { required: true } : { optional: '(לא חובה)' }),
  }
  if (kind === 'choice' || kind === 'yes_no')
    return (
      <SelectField {...props}>
        <option value="">בחירה</option>
        {(kind === 'yes_no' ? ['כן', 'לא'] : options).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </SelectField>
    )
  if (kind === 'long') return <TextAreaField {...props} rows={3} maxLength={answerLimit} dir="auto" />
  return <TextField {...props} maxLength={200} dir="auto" />
}
