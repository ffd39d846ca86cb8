//! Who may call a scheduler or an executor: programs that have the token of the cluster. And whether calls are encrypted.
//!
//! A server that other machines reach must have a token, or be told to do without: anyone who can call it can read every file
//! that executors can read. On the loopback interface there is nobody to keep out but the users of this machine.

use crate::access::{Access, HEADER, Token, read_pem};
use crate::failure;
use ballista_core::error::BallistaError;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use subtle::ConstantTimeEq as _;
use tonic::service::{Interceptor, InterceptorLayer};
use tonic::transport::server::Server;
use tonic::transport::{Identity, ServerTlsConfig};
use tonic::{Request, Status};

/// How a server is protected.
#[derive(Args, Clone, Debug, Default)]
pub struct GuardOptions {
    /// The file with the token that all programs of the cluster share [default: the one that TABIYA_CLUSTER_TOKEN_FILE names]
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,

    /// Listen to other machines without a token: whoever reaches this one can have files read
    #[arg(long, conflicts_with = "token_file")]
    pub no_token: bool,

    /// The certificate of this server (PEM); connections are encrypted
    #[arg(long, value_name = "FILE", requires_all = ["tls_key", "tls_ca"])]
    pub tls_cert: Option<PathBuf>,

    /// The private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,

    /// The certificate of the authority that has signed those of all servers of the cluster (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_ca: Option<PathBuf>,
}

/// What protects a server, and how it calls others.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) access: Access,
    identity: Option<Identity>,
    /// The kind of server, for clients that are denied.
    who: &'static str,
}

impl Guard {
    /// Reads what options name.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or if only a part of what TLS needs is there.
    pub(crate) fn read(options: &GuardOptions, who: &'static str) -> Result<Guard, BallistaError> {
        let wrong = BallistaError::Configuration;
        let access = Access::read(options.token_file.as_deref(), options.tls_ca.as_deref()).map_err(wrong)?;
        let access = if options.no_token { access.without_token() } else { access };
        access.warning().into_iter().for_each(|warning| log::warn!("{warning}"));
        let identity = match (&options.tls_cert, &options.tls_key) {
            (Some(cert), Some(key)) => Some(Identity::from_pem(
                read_pem(cert, "CERTIFICATE").map_err(wrong)?,
                read_pem(key, "PRIVATE KEY").map_err(wrong)?,
            )),
            _ => None,
        };
        if identity.is_some() != access.is_encrypted() {
            // The authority may have come from the environment.
            return Err(wrong("TLS needs all of --tls-cert, --tls-key and --tls-ca".into()));
        }
        Ok(Guard { access, identity, who })
    }

    /// Stops a server for other machines that has no token.
    ///
    /// # Errors
    ///
    /// If the address is not one of the loopback interface, there is no token, and nobody has said that none is wanted.
    pub(crate) fn check_address(&self, address: SocketAddr, options: &GuardOptions) -> Result<(), BallistaError> {
        if address.ip().is_loopback() || options.no_token {
            return Ok(());
        }
        if self.access.token().is_none() {
            return Err(BallistaError::Configuration(format!(
                "other machines reach {address}, and this {} has no token: name a file that holds one with --token-file \
                 (`openssl rand -hex 32 > FILE` makes it), or say --no-token if everybody who reaches this address may have \
                 files read",
                self.who
            )));
        }
        if self.identity.is_none() {
            log::warn!(
                "the token and the results cross the network unencrypted; --tls-cert, --tls-key and --tls-ca encrypt them"
            );
        }
        Ok(())
    }

    /// What looks at every call before anything else does.
    pub(crate) fn layer(&self) -> InterceptorLayer<Doorkeeper> {
        InterceptorLayer::new(Doorkeeper { token: self.access.token().cloned(), who: self.who })
    }

    /// The server with its certificate, if it has one.
    ///
    /// # Errors
    ///
    /// If the certificate and the key do not belong together.
    pub(crate) fn encrypt(&self, server: Server) -> Result<Server, BallistaError> {
        let Some(identity) = &self.identity else { return Ok(server) };
        let server = server.tls_config(ServerTlsConfig::new().identity(identity.clone()));
        server.map_err(|error| {
            let reason = self.access.reason(&error);
            BallistaError::Configuration(format!(
                "the certificate of --tls-cert or the key of --tls-key cannot be used: {reason}"
            ))
        })
    }
}

/// Lets calls with the right token pass.
#[derive(Clone, Debug)]
pub(crate) struct Doorkeeper {
    token: Option<Token>,
    who: &'static str,
}

impl Interceptor for Doorkeeper {
    fn call(&mut self, request: Request<()>) -> Result<Request<()>, Status> {
        let Some(token) = &self.token else { return Ok(request) };
        let refused = |text: &str| Err(Status::unauthenticated(failure::packed(text)));
        let Some(given) = request.metadata().get(HEADER) else {
            return refused(&format!(
                "this {} asks for a token: name the file that holds it with --token-file",
                self.who
            ));
        };
        // The time that this takes tells nothing but the length.
        if bool::from(given.as_encoded_bytes().ct_eq(token.header().as_bytes())) {
            return Ok(request);
        }
        refused(&format!("the token is not the one of this {}: all programs of a cluster need the same", self.who))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(token: Option<&str>) -> (tempfile::TempDir, GuardOptions) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("token");
        std::fs::write(&path, token.unwrap_or_default()).expect("a file");
        (folder, GuardOptions { token_file: token.map(|_| path), ..GuardOptions::default() })
    }

    #[test]
    fn only_the_right_token_passes() {
        let (_folder, options) = guard(Some("0123456789abcdef"));
        let guard = Guard::read(&options, "scheduler").expect("a guard");
        let mut keeper = Doorkeeper { token: guard.access.token().cloned(), who: "scheduler" };
        let with = |value: &'static str| {
            let mut request = Request::new(());
            request.metadata_mut().insert(HEADER, value.parse().expect("a value"));
            request
        };
        assert!(keeper.call(with("Bearer 0123456789abcdef")).is_ok());
        for wrong in ["Bearer 0123456789abcdeg", "Bearer 0123456789abcdef0", "0123456789abcdef", "Bearer", ""] {
            let status = keeper.call(with(wrong)).expect_err("it is refused");
            let text = failure::received(status.message()).expect("a text");
            assert!(text.contains("is not the one of this scheduler") && !text.contains("0123"), "{text}");
        }
        let status = keeper.call(Request::new(())).expect_err("it is refused");
        assert!(failure::received(status.message()).expect("a text").contains("asks for a token"));
        assert_eq!(status.code(), tonic::Code::Unauthenticated);
        let mut open = Doorkeeper { token: None, who: "scheduler" };
        assert!(open.call(Request::new(())).is_ok());
    }

    #[test]
    fn other_machines_need_a_token() {
        let [near, near6, far]: [SocketAddr; 3] =
            ["127.0.0.1:1", "[::1]:1", "0.0.0.0:1"].map(|text| text.parse().expect("an address"));
        let checked = |options: &GuardOptions, address| {
            Guard::read(options, "executor").expect("a guard").check_address(address, options)
        };
        let (_folder, open) = guard(None);
        assert!(checked(&open, near).is_ok() && checked(&open, near6).is_ok());
        let error = checked(&open, far).expect_err("it is refused").to_string();
        assert!(error.contains("this executor has no token") && error.contains("--no-token"), "{error}");
        let told = GuardOptions { no_token: true, ..open };
        assert!(checked(&told, far).is_ok());
        let (_folder, closed) = guard(Some("0123456789abcdef"));
        assert!(checked(&closed, far).is_ok());
    }
}
