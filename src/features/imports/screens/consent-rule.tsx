import { TextAreaField } from '#ui/forms/field.tsx'
import { Choice } from './choice.tsx'

type Props = {
  hasConsent: boolean
  onConsent: (hasConsent: boolean) => void
  proof: string
  onProof: (proof: string) => void
  error: string | undefined
}

/** Whether the contacts consented to marketing messages, and the proof. */
export const ConsentRule = ({ hasConsent, onConsent, proof, onProof, error }: Props) => (
  <fieldset className="rules__part">
    <legend>לאנשים אלה יש הסכמה לדיוור?</legend>
    <div className="choices">
      <Choice
        name="consent"
        title="לא, או שלא בטוח"
        text="אפשר לרשום אותם ולדבר איתם, ודיוור לא יישלח אליהם"
        checked={!hasConsent}
        onChange={() => onConsent(false)}
      />
      <Choice
        name="consent"
        title="כן, ויש לנו הוכחה"
        text="ההסכמה תירשם לכל אחד ואחת, עם המקור שתכתבו"
        checked={hasConsent}
        onChange={() => onConsent(true)}
      />
    </div>
    {hasConsent && (
      <TextAreaField
        name="consentProof"
        label="מאיפה ההסכמה"
        required
        rows={2}
        hint="למשל: טופס הרשמה ביריד 2025, המקור שמור במשרד. מי שכבר ביקשו הסרה לא יירשמו מחדש"
        maxLength={500}
        value={proof}
        onChange={({ target }) => onProof(target.value)}
        error={error}
      />
    )}
  </fieldset>
)
