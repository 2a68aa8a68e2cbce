import { resultPath, resultsPath } from '#features/quiz/quiz.ts'
import { isLinkToken } from '#lib/link-token.ts'
import { Button, ButtonLink } from '#ui/button.tsx'

type Props = { token: string; /** Newly created. */ link: string | undefined; siteUrl: string }

/** A click creates a separate link, to be sent from the visitor's own WhatsApp. */
export function WhatsAppPart({ token, link, siteUrl }: Props) {
  const address = link && isLinkToken(link) ? `${siteUrl}${resultPath(link)}` : undefined
  return (
    <section className="result-link" id="whatsapp" aria-labelledby="whatsapp-title">
      <h2 className="display d2" id="whatsapp-title">
        שליחה בוואטסאפ
      </h2>
      {address ? (
        <>
          <p>הקישור מוכן. בוחרים בוואטסאפ לאן לשלוח אותו: לעצמכם, או למי שתרצו.</p>
          <p className="couple__link">
            <bdi dir="ltr">{address}</bdi>
          </p>
          <ButtonLink
            href={`https://wa.me/?text=${encodeURIComponent(`התוצאה של שאלון השלב הכלכלי:\n${address}`)}`}
            look="primary"
            size="lg"
            target="_blank"
            rel="noreferrer"
          >
            פתיחת וואטסאפ
          </ButtonLink>
        </>
      ) : (
        <>
          <p>
            נכין קישור נפרד לתוצאה, והוא יישלח מהוואטסאפ שלכם. לא צריך למסור מספר טלפון, ואנחנו לא שולחים דבר. התוצאה
            נפתחת בקישור בלי סיסמה, בלי שם ובלי התשובות, במשך 12 חודשים.
          </p>
          <form method="post" action={`${resultsPath}/link`}>
            <input type="hidden" name="token" value={token} />
            <Button look="secondary" size="lg" type="submit">
              הכנת קישור לוואטסאפ
            </Button>
          </form>
        </>
      )}
    </section>
  )
}
