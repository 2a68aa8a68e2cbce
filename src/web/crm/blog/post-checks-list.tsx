import { CircleAlert, CircleCheck, Lightbulb } from 'lucide-react'
import type { Written } from '#features/blog/blog.ts'
import { Icon } from '#ui/icon.tsx'
import { checksOf } from './post-checks.ts'

const looks = {
  missing: { icon: CircleAlert, says: 'חסר' },
  advice: { icon: Lightbulb, says: 'כדאי' },
  good: { icon: CircleCheck, says: 'טוב' },
} as const

/** What keeps the post from being published, what would make it better, what is good already. */
export const PostChecks = ({ written }: { written: Written }) => (
  <ul className="post-checks">
    {checksOf(written).map(({ text, is }) => (
      <li key={text} className={`post-checks__${is}`}>
        <Icon of={looks[is].icon} />
        <span>
          <span className="vh">{looks[is].says}: </span>
          {text}
        </span>
      </li>
    ))}
  </ul>
)
