import { Button } from '#ui/button.tsx'

/** Somebody else saved the post after it was read here: one chooses with which text to go on; the other stays in the history. */
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
