import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Grid, Specimen } from './specimen.tsx'

const still = () => {}

/** Fields filled, empty, invalid and disabled. `theme` keeps the ids of both columns unique. */
export const Fields = ({ theme }: { theme: string }) => {
  const id = (name: string) => `${name}-${theme}`
  return (
    <Specimen title="שדות">
      <ErrorSummary
        title="נשאר לתקן שדה אחד"
        errors={[{ fieldId: id('email'), label: 'דוא״ל', message: 'חסר סוף לכתובת' }]}
      />
      <Grid>
        <TextField id={id('name')} name={id('name')} label="שם מלא" defaultValue="נעמה שדות" required />
        <TextField id={id('phone')} name={id('phone')} type="tel" dir="ltr" label="טלפון" defaultValue="03-0000000" />
        <TextField
          id={id('email')}
          name={id('email')}
          type="email"
          dir="ltr"
          label="דוא״ל"
          defaultValue="naama@mail"
          error="נראה שחסר סוף לכתובת, למשל naama@example.com"
        />
        <SelectField id={id('stage')} name={id('stage')} label="שלב" defaultValue="2">
          <option value="1">שיחת היכרות</option>
          <option value="2">הצעה נשלחה</option>
        </SelectField>
        <TextAreaField
          id={id('note')}
          name={id('note')}
          label="הערה"
          optional="(לא חובה)"
          hint="גלוי לצוות בלבד"
          placeholder="מה חשוב לזכור לפגישה הבאה?"
        />
        <div>
          <CheckField id={id('remind')} name={id('remind')} label="תזכורת יום לפני" defaultChecked />
          <Switch label="גלוי באזור האישי" hint="חל מיד" checked onChange={still} />
          <Switch label="קבלת סיכום יומי" checked={false} onChange={still} />
          <SearchField label={`חיפוש, ${theme}`} placeholder="שם, טלפון או דוא״ל" value="" onChange={still} />
        </div>
        <TextField id={id('large')} name={id('large')} large label="שדה גדול, לעמודי האתר" placeholder="לדוגמה" />
        <TextField id={id('closed')} name={id('closed')} label="שדה סגור" defaultValue="לא ניתן לשינוי" disabled />
      </Grid>
    </Specimen>
  )
}
