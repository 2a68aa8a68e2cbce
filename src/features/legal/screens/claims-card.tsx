import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type ConfirmedClaim, useConfirmClaim } from '#features/legal/legal-editing.data.ts'
import { claimLabels, claims } from '#features/legal/legal.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { claims: readonly ConfirmedClaim[]; mayDecide: boolean }

/** Claims of the legal texts. A claim appears in the texts only while it is confirmed. */
export function ClaimsCard({ claims: confirmed, mayDecide }: Props) {
  const nameOf = useStaffName()
  const confirm = useConfirmClaim()
  return (
    <section className="legal-card" aria-labelledby="claims">
      <h2 id="claims">מה נכון אצלכם</h2>
      <p className="legal-card__note">משפט על אחד מאלה מופיע בעמודים רק אחרי שאישרתם אותו כאן, ונעלם כשמבטלים.</p>
      {claims.map((claim) => {
        const { label, help } = claimLabels[claim]
        const found = confirmed.find((one) => one.claim === claim)
        const by = found && nameOf(found.confirmed_by)
        return (
          <Switch
            key={claim}
            label={label}
            hint={
              found ? (
                <>
                  אושר ב־{formatDate(found.confirmed_at)}
                  {by && (
                    <>
                      , <bdi>{by}</bdi>
                    </>
                  )}
                </>
              ) : (
                help
              )
            }
            checked={found !== undefined}
            disabled={!mayDecide || confirm.isPending}
            onChange={({ target }) =>
              confirm.mutate({ claim, holds: target.checked }, { onError: (error) => toast.error(refusalText(error)) })
            }
          />
        )
      })}
    </section>
  )
}
