import { idempotencyKeyLength } from '@bolsillo/contract'
import { pinDigits } from '@bolsillo/kernel'
import { bodyBytesMax } from '../mount/body/body-limit.ts'
export const messages = {
  ok: 'Listo',
  outcomeUnknown: 'No sabemos si se completó. Vuelve a intentarlo: no se hará dos veces.',
  rejections: {
    'session-invalid': 'Tu sesión terminó. Entra de nuevo.',
    'not-open': 'Aún no está disponible, mantente al pendiente.',
    'body-malformed': 'La solicitud no se puede leer: {why}.',
    'field-unknown': 'El campo «{field}» no existe aquí. Se permiten: {allowed}.',
    'field-twice': 'El campo «{field}» aparece dos veces.',
    'field-missing': 'Falta el campo «{field}».',
    'field-invalid': 'El campo «{field}» no es válido: {reason}.',
    'content-unsupported': 'Envía los datos como application/json o application/x-www-form-urlencoded, en UTF-8.',
    'body-too-large': `La solicitud es demasiado grande: el máximo es ${bodyBytesMax / 1024} KiB.`,
    'file-too-large': 'El archivo es demasiado grande: el máximo es {maximum} MiB.',
    'head-too-large': 'El encabezado de la solicitud es demasiado grande.',
    'request-too-slow': 'La solicitud tardó demasiado en llegar completa. Vuelve a intentarlo.',
    'host-unknown': 'Este servidor no responde por ese nombre. Usa la dirección oficial de la aplicación.',
    'too-many-connections':
      'Hay demasiadas conexiones abiertas desde tu red. Cierra las que no uses y vuelve a intentarlo.',
    'idempotency-key-malformed': `La clave Idempotency-Key debe tener de ${idempotencyKeyLength.min} a ${idempotencyKeyLength.max} letras, dígitos, guiones o guiones bajos.`,
    'idempotency-key-reused': 'Esta clave Idempotency-Key ya se usó con otros datos.',
    'idempotency-key-in-flight': 'Esta misma solicitud todavía se está procesando. Espera un momento.',
    'requested-with-missing': 'La solicitud no viene de la aplicación: falta el encabezado X-Requested-With.',
    'too-many-requests': 'Demasiadas solicitudes. Espera {seconds} s y vuelve a intentarlo.',
    overloaded: 'Hay demasiadas solicitudes en este momento. Vuelve a intentarlo en unos segundos.',
    unavailable:
      'No podemos atender tu solicitud en este momento. No se hizo nada; vuelve a intentarlo en unos segundos.',
    'not-found': 'No existe.',
    'account-restricted':
      'Tu cuenta está restringida: puedes consultar, hablar con soporte, cambiar tus contraseñas, vender lo que tienes y retirar.',
    'identity-needed': 'Primero verifica tu identidad.',
    'trade-password-needed': `Primero crea tu contraseña de operaciones de ${pinDigits} dígitos.`,
    'withdrawal-password-needed': `Primero crea tu contraseña de retiros de ${pinDigits} dígitos.`,
    'vip-needed': 'Esta función es para clientes VIP.',
    'second-factor-needed': 'Primero agrega una app de autenticación o una llave de acceso en Seguridad.',
    'role-needed': 'Tu función no permite esto.',
    'practice-only': 'No existe.',
  },
  problems: {
    missing: 'falta',
    'wrong-type': 'debe ser texto',
    malformed: 'no tiene la forma correcta',
    'too-short': 'debe tener al menos {minimum} caracteres',
    'too-long': 'debe tener como máximo {maximum} caracteres',
    'too-small': 'debe ser al menos {minimum}',
    'too-large': 'debe ser como máximo {maximum}',
    'not-allowed': 'debe ser uno de {allowed}',
    unknown: 'no existe',
  },
}

export type Messages = typeof messages
