/** Browser passkeys. They need a secure page and a browser that supports their JSON format. */

import type { CreatedCredential, FoundCredential, PasskeyChallenge } from "../../api/types";

export const arePasskeysPossible = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

/** Create a passkey on this device. Return null if that fails. */
export async function createPasskey({ options }: PasskeyChallenge): Promise<CreatedCredential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return written<CreatedCredential>(await navigator.credentials.create({ publicKey }));
}

/** Sign in with a passkey of this device. Return null if that fails. */
export async function findPasskey({ options }: PasskeyChallenge): Promise<FoundCredential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return written<FoundCredential>(await navigator.credentials.get({ publicKey }));
}

function written<Written>(credential: Credential | null): Written | null {
  return credential instanceof PublicKeyCredential ? (credential.toJSON() as Written) : null;
}
