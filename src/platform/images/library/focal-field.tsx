import { type FocalImage, focalSteps, imageUrl } from '../images.ts'

type Focal = Pick<FocalImage, 'focal_x' | 'focal_y'>

/** The point that stays visible when a picture is cropped: a grid of radio buttons over the picture, navigable with arrow keys. */
export function FocalField({ picture, onChange }: { picture: FocalImage; onChange: (focal: Focal) => void }) {
  return (
    <fieldset className="focal">
      <legend className="label">מה חייב להישאר כשחותכים</legend>
      <div className="focal__picture">
        <img
          src={imageUrl(picture, { width: Math.min(picture.width, 800) })}
          alt=""
          width={picture.width}
          height={picture.height}
        />
        <div className="focal__grid" dir="ltr">
          {focalSteps.flatMap((y) =>
            focalSteps.map((x) => (
              <label key={`${x} ${y}`}>
                <input
                  type="radio"
                  name="focal"
                  checked={picture.focal_x === x && picture.focal_y === y}
                  onChange={() => onChange({ focal_x: x, focal_y: y })}
                />
                <span className="vh">{`${vertical[y]}, ${horizontal[x]}`}</span>
              </label>
            )),
          )}
        </div>
      </div>
    </fieldset>
  )
}

const vertical = { 0: 'למעלה', 25: 'מעל האמצע', 50: 'באמצע הגובה', 75: 'מתחת לאמצע', 100: 'למטה' }
const horizontal = { 0: 'בקצה השמאלי', 25: 'משמאל לאמצע', 50: 'באמצע הרוחב', 75: 'מימין לאמצע', 100: 'בקצה הימני' }
