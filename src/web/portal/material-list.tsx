import type { StageMaterial } from '#features/processes/stage-materials.data.ts'

/** Materials as links; external ones open in a new tab. */
export const MaterialList = ({ materials }: { materials: readonly StageMaterial[] }) => (
  <ul className="portal-tasks">
    {materials.map(({ id, title, url }) => (
      <li key={id}>
        <a
          className="portal-file"
          href={url}
          {...(url.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
        >
          <bdi>{title}</bdi>
        </a>
      </li>
    ))}
  </ul>
)
