import { fileBytesMax } from '../domain/file-rules.ts'
export const messages = {
  rejections: {
    'file-empty': 'El archivo está vacío.',
    'file-name': 'El nombre del archivo no es el de una foto. Toma la foto de nuevo o cámbiale el nombre.',
    'file-pdf': 'No recibimos PDF. Toma una foto del documento, o una captura de pantalla.',
    'file-heic': 'No podemos leer fotos HEIC. En tu iPhone elige «Más compatible» en Cámara, o envía una captura.',
    'file-kind': 'Solo recibimos fotos JPEG, PNG o WebP.',
    'file-pixels': 'La foto es demasiado grande: el máximo son {maximum} megapíxeles.',
    'file-too-small': 'La foto es demasiado pequeña: cada lado debe tener al menos {minimum} píxeles.',
    'file-moving': 'La imagen tiene movimiento. Envía una foto fija.',
    'file-unreadable': 'No podemos leer la foto. Tómala de nuevo.',
    'files-too-many': 'Ya subiste {maximum} archivos en {days} días. Espera unos días o habla con soporte.',
    'files-too-much': 'Tus archivos ya ocupan {maximum} MiB, que es el máximo. Habla con soporte.',
    'file-unknown': 'Ese archivo no existe.',
    'file-used': 'Ese archivo ya se usó. Sube la foto otra vez.',
    'file-views-too-many':
      'Ya viste {maximum} documentos en una hora. Tu cuenta no puede ver más por ahora; quedó registrado.',
  },
  acts: {
    upload: 'Foto enviada',
    view: 'El personal vio una de tus fotos',
    'view-block': 'Se detuvo a un operador que veía demasiados documentos',
  },
  field: {
    take: 'Tomar foto',
    choose: 'Elegir una',
    again: 'Tomar otra',
    change: 'Elegir otra',
    preparing: 'Preparando',
    uploading: 'Subiendo, {percent} %',
    ready: 'Lista',
    tooLarge: `La foto pesa más de ${fileBytesMax / 1024 ** 2} MiB. Elige otra.`,
    failed: 'No se pudo subir. Revisa tu conexión y tómala de nuevo.',
    preview: 'Vista previa: {label}',
  },
  many: {
    choose: 'Elegir fotos',
    one: 'Foto {number}',
    remove: 'Quitar la foto {number}',
    over: 'Caben {maximum} fotos en total; las demás no se agregaron.',
    failed: 'No se pudo subir. Quítala y agrégala otra vez.',
  },
  look: {
    show: 'Ver la foto',
    logged: 'Queda en el registro del cliente',
    enlarge: 'Ampliar',
  },
  purposes: { identity: 'Identidad', 'deposit-proof': 'Comprobante de depósito', support: 'Soporte' },
  reasons: {
    review: 'Revisión de un caso',
    'second-look': 'Segunda revisión',
    'asked-by-customer': 'Lo pidió el cliente',
    'duplicate-check': 'Posible duplicado',
    'authority-request': 'Lo pidió una autoridad',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
