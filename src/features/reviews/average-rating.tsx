import { count } from '#lib/hebrew/count.ts'
import { minRatings, type ReviewAverage } from './reviews.ts'

type Props = { average: ReviewAverage | undefined; className: string }

/** The average of all ratings; absent below a minimum count. */
export const AverageRating = ({ average: found, className }: Props) =>
  found && found.rated >= minRatings ? (
    <p className={className}>
      <b>{found.average.toLocaleString('he-IL', { minimumFractionDigits: 1 })}</b> מתוך 5, ממוצע של{' '}
      {count(found.rated, { one: 'דירוג אחד', two: 'שני דירוגים', other: '# דירוגים' })}: כל מה שדורג, כולל מה שלא פורסם
    </p>
  ) : null
