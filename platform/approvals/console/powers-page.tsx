import type { OperatorRole, ReplyOf } from '@bolsillo/contract'
import { Card, DateTime, ErrorState, SkeletonCard } from '@bolsillo/ui'
import { ConsolePage, DataTable } from '@bolsillo/ui/console'
import { useCall } from '@bolsillo/web-kit'
import { listPowers } from '../contract/operator.ts'
import { useRoleWords, useWaitWords } from './staff-news.tsx'
import { useOwnWords } from './words.ts'

type Powers = ReplyOf<typeof listPowers>

const kinds = ['two-people', 'acts', 'looks'] as const

/** The closed list of what staff can see and do, as customers read it. */
export default function PowersPage() {
  const t = useOwnWords()
  const powers = useCall(listPowers, {})
  return (
    <ConsolePage title={t('powersPage.page')} note={t('powersPage.note')}>
      {powers.isPending ? (
        <SkeletonCard lines={8} />
      ) : powers.isError ? (
        <ErrorState title={powers.error.message} onRetry={() => void powers.refetch()} />
      ) : (
        <>
          <Coming {...powers.data} />
          {kinds.map((kind) => (
            <PowersTable key={kind} kind={kind} {...powers.data} />
          ))}
        </>
      )}
    </ConsolePage>
  )
}

/** Which powers begin and end, and how often somebody was admitted on the server. */
function Coming({ coming, rootActs, waitMs }: Powers) {
  const t = useOwnWords()
  const roleWords = useRoleWords()
  const waitWords = useWaitWords()
  const { ever, lately } = rootActs
  return (
    <Card className="shrink-0">
      <h2 className="mb-2 text-15">{t('powersPage.coming')}</h2>
      <p className="text-second">{t('powersPage.wait', { wait: waitWords(waitMs) })}</p>
      <ul>
        {coming.map(({ what, roles, from }) => (
          <li key={`${what} ${from} ${roles.join()}`}>
            {t(`powersPage.${what}`)}: {roleWords(roles)} · <DateTime at={from} />
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {t('powersPage.rootActs')}: {t('powersPage.rootCount', { ever: String(ever), lately: String(lately) })}
      </p>
    </Card>
  )
}

function PowersTable({ kind, powers, done }: Powers & { readonly kind: (typeof kinds)[number] }) {
  const t = useOwnWords()
  const rows = powers.filter((power) => power.kind === kind)
  const roles = (names: readonly OperatorRole[]): string =>
    names.map((name) => t(`powersPage.roles.${name}`)).join(', ')
  const times = (name: string): number => done.find((row) => row.name === name)?.count ?? 0
  const two = kind === 'two-people'
  return (
    <Card pad="none" className="min-w-fit shrink-0">
      <h2 className="px-3 pt-3 text-15">{t(`powersPage.${kind}`)}</h2>
      <DataTable
        label={t(`powersPage.${kind}`)}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: t('powersPage.page'), className: 'w-[34%]', cell: ({ text }) => text },
          { title: t(two ? 'powersPage.proposes' : 'powersPage.who'), cell: (power) => roles(power.roles) },
          ...(two
            ? [
                { title: t('powersPage.decides'), cell: (power: Powers['powers'][number]) => roles(power.checkers) },
                {
                  title: t('powersPage.reasons'),
                  className: 'text-second',
                  cell: ({ reasons }: Powers['powers'][number]) => reasons.join(' · '),
                },
                {
                  title: t('powersPage.times'),
                  align: 'right' as const,
                  cell: ({ name }: Powers['powers'][number]) => times(name),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
