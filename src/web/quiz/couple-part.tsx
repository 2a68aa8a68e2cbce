import { invitationDays, invitationPath, resultsPath, type ResultView } from '#features/quiz/quiz.ts'
import { levelLabels } from '#features/quiz/scoring/quiz-result.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckField } from '#ui/forms/field.tsx'

type Props = { view: ResultView; token: string; invitation: string | undefined; siteUrl: string }

/** Each partner answers separately. Levels are shown once both have agreed, and either may withdraw. */
export function CouplePart({
  view: { partner, shared, invitedOn, email, provesAddress },
  token,
  invitation,
  siteUrl,
}: Props) {
  const press = (step: string, label: string, look: 'primary' | 'secondary' | 'ghost' = 'primary') => (
    <form className="couple__form" method="post" action={`${resultsPath}/${step}`}>
      <input type="hidden" name="token" value={token} />
      {step === 'invite' && email !== null && !provesAddress && (
        <p>תזכורת בדוא״ל לצד השני אפשר לבקש מהקישור שבהודעה עם התוצאה.</p>
      )}
      {step === 'invite' && provesAddress && (
        <CheckField
          id="reminds-partner"
          name="remindsPartner"
          label="לשלוח לצד השני תזכורת אחת בדוא״ל, אם ההזמנה לא נענתה תוך שלושה ימים"
          hint="רק אם הכתובת מוכרת לנו, ויש הסכמה לקבל הודעות"
        />
      )}
      <Button look={look} size="lg" type="submit">
        {label}
      </Button>
    </form>
  )
  return (
    <section className="section section--tint" aria-labelledby="couple-title" id="couple">
      <div className="wrap couple">
        <h2 className="display d2" id="couple-title">
          איך זה נראה בזוג
        </h2>
        {invitation && <InvitationLink address={`${siteUrl}${invitationPath(invitation)}`} />}
        {partner === 'none' && (
          <>
            <p className="lead">
              אפשר להזמין את בן או בת הזוג למלא את השאלון בנפרד. משווים רק רמות בכל תחום, בלי תשובות ובלי ציון, ורק אם
              גם הצד השני יסכים.
            </p>
            {press('invite', 'להזמנה, ולשיתוף הרמות שלי')}
          </>
        )}
        {partner === 'lapsed' && (
          <>
            <p className="lead">
              {`ההזמנה מ־${formatDate(invitedOn!)} לא נענתה, והקישור שלה כבר לא בתוקף. התוצאה שלכם שלמה גם בלי ההשוואה, ואפשר להזמין שוב.`}
            </p>
            {press('invite', 'להזמנה חדשה')}
          </>
        )}
        {(partner === 'invited' || partner === 'unanswered') && (
          <>
            <p className="lead">
              {partner === 'invited'
                ? 'ההזמנה מחכה לתשובה. אחרי שגם הצד השני ימלא ויסכים, ההשוואה תופיע כאן.'
                : `ההזמנה מ־${formatDate(invitedOn!)} עוד לא נענתה. אפשר להזכיר בעל פה, לשלוח קישור חדש או לוותר: התוצאה שלכם שלמה גם בלי ההשוואה.`}
            </p>
            <div className="quiz__acts">
              {press('invite', 'לקישור חדש', 'secondary')}
              {press('stop-sharing', 'ביטול ההזמנה', 'ghost')}
            </div>
          </>
        )}
        {partner === 'mine_missing' && (
          <>
            <p className="lead">גם הצד השני בבית מילא את השאלון. אם תסכימו, כל אחד יראה את הרמות של השני בכל תחום.</p>
            {press('share', 'לשיתוף הרמות שלי')}
          </>
        )}
        {partner === 'theirs_missing' && (
          <>
            <p className="lead">גם הצד השני מילא את השאלון. ההשוואה תופיע כאן אחרי הסכמה משני הצדדים.</p>
            {press('stop-sharing', 'להפסיק לשתף', 'ghost')}
          </>
        )}
        {partner === 'compared' && (
          <>
            <table className="couple__table">
              <thead>
                <tr>
                  <th scope="col">תחום</th>
                  <th scope="col">אצלי</th>
                  <th scope="col">בצד השני</th>
                  <th scope="col">יחד</th>
                </tr>
              </thead>
              <tbody>
                {shared.map(({ key, label, mine, theirs }) => (
                  <tr key={key}>
                    <th scope="row">{label}</th>
                    <td>{levelLabels[mine]}</td>
                    <td>{levelLabels[theirs]}</td>
                    <td>{mine === theirs ? 'רואים אותו דבר' : 'כדאי לדבר על זה'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {press('stop-sharing', 'להפסיק לשתף', 'ghost')}
          </>
        )}
      </div>
    </section>
  )
}

const InvitationLink = ({ address }: { address: string }) => (
  <div className="quiz-note">
    <p>{`הקישור מחכה, ותקף ${invitationDays} ימים. הוא מוצג כאן פעם אחת:`}</p>
    <p className="couple__link">
      <bdi dir="ltr">{address}</bdi>
    </p>
    <p>
      <ButtonLink
        href={`https://wa.me/?text=${encodeURIComponent(`שאלון קצר על הבית שלנו, כל אחד בנפרד:\n${address}`)}`}
        look="secondary"
        target="_blank"
        rel="noreferrer"
      >
        לשליחה בוואטסאפ
      </ButtonLink>
    </p>
  </div>
)
