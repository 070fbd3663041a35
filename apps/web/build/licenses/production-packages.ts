/** The part of an entry of package-lock.json that licenses need. */
export interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** The name of the package at a place: the part after the last `node_modules/`. */
export function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Whether a package is made for one system or processor: an installation has only those of its own machine. */
export function isForOnePlatform({ os, cpu }: LockedPackage): boolean {
  return os !== undefined || cpu !== undefined
}

/** Places of the packages of others that run in production: the lock file marks those only development needs. */
export function productionPlaces(packages: LockedPackages): readonly string[] {
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && dev !== true && link !== true)
    .map(([place]) => place)
}

/**
 * The place of the package a module of the bundle is from. The bundlers' own helpers are part of the bundle under names
 * that are no files.
 */
export function placeOfModule(root: string, id: string): string | undefined {
  const helper = /^\0(vite|rolldown)\//.exec(id)?.[1]
  if (helper !== undefined) return `node_modules/${helper}`
  const path = id.replace(/^\0/, '').split('?')[0] ?? ''
  const place = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return place?.startsWith(root) === true ? place.slice(root.length).replace(/^\//, '') : undefined
}
