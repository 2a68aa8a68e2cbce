import { Button } from '#ui/button.tsx'

/** Resolves an edit conflict: continue with either text; the other one remains a revision. */
export const PostConflictNotice = ({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) => (
  <div className="post-behind" role="alert">
    <p>
      <b>המאמר נשמר בינתיים במקום אחר.</b> מה שכתוב כאן עוד לא נשמר. אם הנוסח שלכם נשאר, הנוסח האחר מחכה בהיסטוריה.
    </p>
    <div className="post-behind__ways">
      <Button look="primary" size="sm" onClick={onMine}>
        להשאיר את שלי
      </Button>
      <Button size="sm" onClick={onTheirs}>
        לעבור לנוסח האחר
      </Button>
    </div>
  </div>
)
