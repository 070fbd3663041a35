import { appSettings } from '@bolsillo/settings/domain'
import { mainIndicatorNames, subIndicatorNames } from '@bolsillo/ui'
import { expect, it } from 'vitest'

it('draws every indicator that the settings may publish', () => {
  const drawn: readonly string[] = [...mainIndicatorNames, ...subIndicatorNames]
  const published = [...appSettings.mainIndicator.choices, ...appSettings.subIndicator.choices]
  expect(published.filter((name) => !drawn.includes(name))).toEqual([])
})
