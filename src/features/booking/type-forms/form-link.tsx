type Props = {
  form: { formId: string; title: string; isSent: boolean }
  /** The key of the appointment, which opens its form too. */
  token: string
}

/** To the form of an appointment, for the one who booked it. */
export const FormLink = ({ form: { formId, title, isSent }, token }: Props) => (
  <p>
    {isSent ? (
      <>קיבלנו את התשובות שלכם לטופס ״{title}״. תודה.</>
    ) : (
      <a href={`/form/${formId}?k=${token}`}>כמה שאלות לפני שנפגשים: {title}</a>
    )}
  </p>
)
