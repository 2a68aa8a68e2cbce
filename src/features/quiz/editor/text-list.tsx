// Texts of the pages around the questions.
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import type { QuizDefinition } from '../definition/quiz-definition.ts'
import type { EditProps } from './edit-props.ts'

type Texts = QuizDefinition['texts']

export function TextList({ draft, onChange }: EditProps) {
  const { texts } = draft
  const set = (change: Partial<Texts>) => onChange({ ...draft, texts: { ...texts, ...change } })
  const intro = (change: Partial<Texts['intro']>) => set({ intro: { ...texts.intro, ...change } })
  const gate = (change: Partial<Texts['gate']>) => set({ gate: { ...texts.gate, ...change } })
  return (
    <section className="quiz-editor__part" aria-label="טקסטים">
      <h2>טקסטים</h2>
      <TextField
        name="intro-title"
        label="כותרת הפתיחה"
        maxLength={120}
        value={texts.intro.title}
        onChange={({ target }) => intro({ title: target.value })}
      />
      <TextAreaField
        name="intro-text"
        label="הפתיחה"
        rows={3}
        maxLength={500}
        value={texts.intro.text}
        onChange={({ target }) => intro({ text: target.value })}
      />
      <TextAreaField
        name="intro-note"
        label="ההערה שמתחת לפתיחה"
        rows={2}
        maxLength={300}
        value={texts.intro.note}
        onChange={({ target }) => intro({ note: target.value })}
      />
      <TextField
        name="gate-title"
        label="הכותרת לפני התוצאה"
        maxLength={120}
        value={texts.gate.title}
        onChange={({ target }) => gate({ title: target.value })}
      />
      <TextAreaField
        name="gate-text"
        label="הטקסט לפני התוצאה"
        rows={2}
        maxLength={500}
        value={texts.gate.text}
        onChange={({ target }) => gate({ text: target.value })}
      />
      <TextField
        name="dimension-low"
        label="ליד התחום החלש"
        hint="{{dim}} הוא שם התחום"
        maxLength={120}
        value={texts.dimensionLow}
        onChange={({ target }) => set({ dimensionLow: target.value })}
      />
      <TextField
        name="dimension-high"
        label="ליד התחום החזק"
        hint="{{dim}} הוא שם התחום"
        maxLength={120}
        value={texts.dimensionHigh}
        onChange={({ target }) => set({ dimensionHigh: target.value })}
      />
      <TextAreaField
        name="disclaimer"
        label="ההבהרה שמתחת לתוצאה"
        rows={2}
        maxLength={400}
        value={texts.disclaimer}
        onChange={({ target }) => set({ disclaimer: target.value })}
      />
    </section>
  )
}
