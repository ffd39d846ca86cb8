//! How a program of the cluster connects to another one: with the token that all of them share, and encrypted if the cluster is.
//!
//! The token is read from a file, since everybody on a machine can read the command lines of programs. It travels as the header
//! `authorization: Bearer TOKEN` of each call, marked as sensitive, and nothing here shows it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tonic::metadata::MetadataValue;
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Request, Status};

/// The variables of the environment that name files where no option does.
const TOKEN_VARIABLE: &str = "TABIYA_CLUSTER_TOKEN_FILE";
const CA_VARIABLE: &str = "TABIYA_CLUSTER_TLS_CA";

/// The header with the token.
pub(crate) const HEADER: &str = "authorization";

/// The fewest characters of a token. 16 that are drawn at random cannot be guessed over a network.
const SHORTEST: usize = 16;

/// A program that does not answer for this time is not there.
const PATIENCE: Duration = Duration::from_secs(10);

/// A silent connection is probed after this time, and counts as broken if it gives none within the
/// same time.
const SILENCE: Duration = Duration::from_secs(5);

/// A secret that all programs of a cluster share.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// The token in a file, without the white space around it.
    fn read(path: &Path) -> Result<Token, String> {
        let place = path.display();
        let text =
            tabiya_disk::read_text(path).map_err(|error| format!("cannot read the token in {place}: {error}"))?;
        let text = text.trim();
        if text.len() < SHORTEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!(
                "the file {place} holds no token: that is one word of at least {SHORTEST} ASCII characters, such as \
                 `openssl rand -hex 32` prints"
            ));
        }
        Ok(Token(text.to_owned()))
    }

    /// The value of the header.
    pub(crate) fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// What a program needs to connect to others of its cluster. By default no token is sent, and nothing is encrypted.
#[derive(Clone, Debug, Default)]
pub struct Access {
    token: Option<Token>,
    authority: Option<Certificate>,
    /// What its owner should know of the file with the token.
    warning: Option<String>,
}

/// A connection whose calls carry the token.
pub(crate) type Connection = InterceptedService<Channel, Access>;

impl Access {
    /// Reads the token in a file, and the certificates (PEM) of the authority that has signed those of the servers; with them,
    /// connections are encrypted. Without a path, the environment decides: `TABIYA_CLUSTER_TOKEN_FILE`,
    /// `TABIYA_CLUSTER_TLS_CA`.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or does not hold what it should.
    pub fn read(token_file: Option<&Path>, tls_ca: Option<&Path>) -> Result<Access, String> {
        let named =
            |given: Option<&Path>, variable| given.map_or_else(|| from_environment(variable), |path| Some(path.into()));
        let token_file = named(token_file, TOKEN_VARIABLE);
        let warning = token_file.as_deref().and_then(open_to_all);
        let token = token_file.map(|path| Token::read(&path)).transpose()?;
        let authority = named(tls_ca, CA_VARIABLE).map(|path| read_pem(&path, "CERTIFICATE")).transpose()?;
        Ok(Access { token, authority: authority.map(Certificate::from_pem), warning })
    }

    /// That all users of this machine can read the token, if they can.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// The same without a token.
    #[cfg(feature = "server")]
    pub(crate) fn without_token(self) -> Access {
        Access { token: None, warning: None, ..self }
    }

    #[cfg(any(test, feature = "server"))]
    pub(crate) fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.authority.is_some()
    }

    /// What URLs of programs of this cluster begin with.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.is_encrypted() { "https" } else { "http" }
    }

    fn endpoint(&self, address: &str) -> Result<Endpoint, tonic::transport::Error> {
        let endpoint = Endpoint::from_shared(format!("{}://{address}", self.scheme()))?
            .connect_timeout(PATIENCE)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(SILENCE)
            .keep_alive_timeout(SILENCE)
            .keep_alive_while_idle(true);
        match &self.authority {
            Some(authority) => endpoint.tls_config(ClientTlsConfig::new().ca_certificate(authority.clone())),
            None => Ok(endpoint),
        }
    }

    /// A connection to the program at `HOST:PORT`, which is there.
    ///
    /// # Errors
    ///
    /// Why there is none, with what can be done about it.
    pub(crate) async fn connect(&self, address: &str) -> Result<Connection, String> {
        let connected = match self.endpoint(address) {
            Ok(endpoint) => endpoint.connect().await,
            Err(error) => Err(error),
        };
        Ok(InterceptedService::new(connected.map_err(|error| self.reason(&error))?, self.clone()))
    }

    /// A connection that is made when it is needed, and again if it breaks.
    ///
    /// # Errors
    ///
    /// If this is not an address.
    pub(crate) fn connect_lazily(&self, address: &str) -> Result<Connection, String> {
        let endpoint = self.endpoint(address).map_err(|error| self.reason(&error))?;
        Ok(InterceptedService::new(endpoint.connect_lazy(), self.clone()))
    }

    /// Why a call has met nobody, with what can be done about it.
    pub(crate) fn reason(&self, error: &(dyn std::error::Error + 'static)) -> String {
        let text = chain(error);
        let has = |part: &str| text.contains(part);
        let help = if has("UnknownIssuer") {
            "; --tls-ca must name the authority that has signed the certificate of this server"
        } else if has("not valid for name") {
            "; the name or address by which it is reached must be in its certificate"
        } else if has("InvalidContentType") {
            "; this server does not use TLS"
        } else {
            ""
        };
        format!("{text}{help}")
    }

    /// Advice if a server does not go on with the first call.
    pub(crate) fn help_at_first(&self) -> &'static str {
        // A server that uses TLS closes connections that do not.
        if self.is_encrypted() { "" } else { "; if the cluster uses TLS, name its authority with --tls-ca" }
    }
}

/// An error and its causes.
pub(crate) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let more = cause.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        source = cause.source();
    }
    text
}

impl Interceptor for Access {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(token) = &self.token {
            // It has been read as visible ASCII.
            let value = MetadataValue::try_from(token.header());
            let mut value = value.map_err(|_| Status::internal("the token cannot be sent"))?;
            value.set_sensitive(true);
            request.metadata_mut().insert(HEADER, value);
        }
        Ok(request)
    }
}

/// A warning about a file that all users of this machine can read.
#[cfg(unix)]
fn open_to_all(path: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = tabiya_disk::metadata(path).ok()?.permissions().mode();
    let path = path.display();
    (mode & 0o004 != 0)
        .then(|| format!("everybody on this machine can read the token in {path}; `chmod 600 {path}` ends that"))
}

/// Access is not a matter of modes here.
#[cfg(not(unix))]
fn open_to_all(_: &Path) -> Option<String> {
    None
}

fn from_environment(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// A file in PEM's form that has something of a kind in it.
pub(crate) fn read_pem(path: &Path, kind: &str) -> Result<String, String> {
    let place = path.display();
    let text = tabiya_disk::read_text(path).map_err(|error| format!("cannot read {place}: {error}"))?;
    let marks = |line: &str| line.starts_with("-----BEGIN ") && line.trim_end().ends_with(&format!("{kind}-----"));
    match text.lines().any(marks) {
        true => Ok(text),
        false => Err(format!("the file {place} has no {} in the form of PEM", kind.to_lowercase())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_words_and_not_shown() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("token");
        for wrong in ["", "short", "two words of some length", "ümlaute-ümlaute-ümlaute"] {
            std::fs::write(&path, wrong).expect("a file");
            let error = Access::read(Some(&path), None).expect_err("no token");
            assert!(error.contains("holds no token") && (wrong.is_empty() || !error.contains(wrong)), "{error}");
        }
        std::fs::write(&path, " 0123456789abcdef\n").expect("a file");
        let mut access = Access::read(Some(&path), None).expect("a token");
        #[cfg(unix)]
        for (mode, told) in [(0o600, false), (0o640, false), (0o644, true), (0o604, true)] {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("its owner");
            let access = Access::read(Some(&path), None).expect("a token");
            assert_eq!(access.warning().is_some_and(|text| text.contains("chmod 600")), told, "{mode:o}");
        }
        assert_eq!(access.token().map(Token::header).as_deref(), Some("Bearer 0123456789abcdef"));
        assert!(!format!("{access:?}").contains("0123456789abcdef"));
        let request = access.call(Request::new(())).expect("a request");
        assert!(!format!("{request:?}").contains("0123456789abcdef"), "{request:?}");
        let error = Access::read(Some(Path::new("no/such/file")), None).expect_err("no file");
        assert!(error.contains("no/such/file"), "{error}");
        let error = Access::read(None, Some(&path)).expect_err("no certificate");
        assert!(error.contains("has no certificate in the form of PEM"), "{error}");
    }
}
