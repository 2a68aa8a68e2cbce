type Props = {
  form: { formId: string; title: string; isSent: boolean }
  /** The manage token of the appointment, which also opens its form. */
  token: string
}

/** Link to the form of an appointment, for the main attendee. */
export const FormLink = ({ form: { formId, title, isSent }, token }: Props) => (
  <p>
    {isSent ? (
      <>קיבלנו את התשובות שלכם לטופס ״{title}״. תודה.</>
    ) : (
      <a href={`/form/${formId}?k=${token}`}>כמה שאלות לפני שנפגשים: {title}</a>
    )}
  </p>
)
