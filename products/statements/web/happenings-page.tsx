import { loadInboxList } from '@bolsillo/identity/web'
import { Card, Icon, IconButton, ListRow, PageFrame, SkeletonRows, Tabs } from '@bolsillo/ui'
import { useCall, useChangeQuery, useQueryValue, useWords } from '@bolsillo/web-kit'
import Megaphone from 'lucide-react/icons/megaphone'
import Settings2 from 'lucide-react/icons/settings-2'
import { lazy, Suspense } from 'react'
import { countHappenings } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { HappeningList } from './happening-list.tsx'
import { paths } from './paths.ts'

const InboxList = lazy(() => loadInboxList().then((part) => ({ default: part.InboxList })))

const tabs = ['account', 'codes'] as const

/** What the bell opens: what happened to me; and apart, because they come here only in practice, the codes. */
export default function HappeningsPage() {
  const t = useWords<Messages>('statements')
  const tab = useQueryValue('tab') === 'codes' ? 'codes' : 'account'
  const change = useChangeQuery()
  const { unseen = 0, notices = 0 } = useCall(countHappenings, {}).data ?? {}
  return (
    <PageFrame
      title={t('happenings.title')}
      actions={<IconButton label={t('happenings.choose')} icon={<Icon of={Settings2} />} href={paths.choices} />}
    >
      <Tabs
        label={t('happenings.title')}
        value={tab}
        onChange={(next) => change({ tab: next === 'codes' ? next : undefined }, { replace: true })}
        choices={tabs.map((value) => ({
          value,
          label: t(`happenings.tabs.${value}`),
          ...(value === 'account' ? { count: unseen } : {}),
        }))}
        panelId="happenings"
      />
      <div id="happenings" role="tabpanel" className="grid gap-3">
        {tab === 'account' ? (
          <>
            <Card pad="none" className="px-4">
              <ListRow
                quiet
                lead={<Icon of={Megaphone} size={20} className="text-second" />}
                title={t('happenings.firm')}
                {...(notices === 0 ? {} : { aside: t('happenings.unread', { count: String(notices) }), chevron: true })}
                href={paths.firm}
              />
            </Card>
            <HappeningList />
          </>
        ) : (
          <>
            <p className="px-1 text-13 text-second">{t('happenings.codesWhy')}</p>
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <InboxList />
            </Suspense>
          </>
        )}
      </div>
    </PageFrame>
  )
}
