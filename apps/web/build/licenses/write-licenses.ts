import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { licenseListPath } from '../../pages/licenses/license-list.ts'
import { licenseListOf } from './license-list.ts'
import { type LockedPackages, placeOfModule } from './production-packages.ts'

/** Writes the list of licenses beside the app, of what the bundle really has in it and what the lock file installs. */
export function writeLicenses(root: string): Plugin {
  return {
    name: 'bolsillo-licenses',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const places = chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => placeOfModule(root, id) ?? []))
        const list = licenseListOf(root, readLock(root), new Set(places))
        this.emitFile({ type: 'asset', fileName: licenseListPath.slice(1), source: JSON.stringify(list) })
      },
    },
  }
}

/** The packages of the lock file. */
export function readLock(root: string): LockedPackages {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: LockedPackages
  }
  return lock.packages
}
